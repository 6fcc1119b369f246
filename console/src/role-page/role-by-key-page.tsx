import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { addressOf } from '../address.ts'
import { Loading } from '../page/loading.tsx'
import { Problem } from '../page/problem.tsx'
import { useAddress } from '../page/use-address.ts'
import { loadRoles } from '../role/use-roles.ts'

/** Opens the page of the role with the key in the query, or the list if there is none: a log also has deleted roles. */
export default function RoleByKeyPage() {
  const { roleKey = '' } = useAddress().values
  const { data, error, refetch } = useQuery({ queryKey: ['all-roles'], queryFn: loadRoles })
  if (error) return <Problem isPage error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const role = data.find((one) => one.roleKey === roleKey)
  return <Navigate to={role ? `/roles/${role.roleId}` : addressOf('/roles', { roleKey })} replace />
}
