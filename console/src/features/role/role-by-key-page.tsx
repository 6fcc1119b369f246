import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { addressOf } from '../../shell/api/address.ts'
import { Loading } from '../../shell/page/loading.tsx'
import { Problem } from '../../shell/page/problem.tsx'
import { useAddress } from '../../shell/page/use-address.ts'
import { loadRoles } from './select/use-roles.ts'

/** Opens the page of the role with the key in the query, or the list if there is none: a log also has deleted roles. */
export default function RoleByKeyPage() {
  const { roleKey = '' } = useAddress().values
  const { data, error, refetch } = useQuery({ queryKey: ['all-roles'], queryFn: loadRoles })
  if (error) return <Problem isPage error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const role = data.find((one) => one.roleKey === roleKey)
  return <Navigate to={role ? `/roles/${role.roleId}` : addressOf('/roles', { roleKey })} replace />
}
