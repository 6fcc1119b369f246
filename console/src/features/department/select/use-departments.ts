import { useQuery } from '@tanstack/react-query'
import { useOwnSession } from '../../../shell/own-session/own-session.tsx'
import { departmentCalls } from '../calls.ts'
import { indexOf } from './department-index.ts'

const TREE = { queryKey: ['departments'], queryFn: departmentCalls.departmentTree, select: indexOf }

/** Loads the tree of departments. Unless it is for the page, it is not loaded for a viewer who may not see it. */
export function useDepartments({ isPage = false }: { readonly isPage?: boolean } = {}) {
  const { mayCall } = useOwnSession()
  return useQuery({ ...TREE, enabled: isPage || mayCall('GET', '/deptTree') })
}
