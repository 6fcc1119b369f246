import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { addressOf } from '../address.ts'
import { api } from '../api.ts'
import { Loading } from '../page/loading.tsx'
import { Problem } from '../page/problem.tsx'
import { useAddress } from '../page/use-address.ts'

/** Opens the page of the user with the name in the query, or the list if there is none: a log also has unknown names. */
export default function UserByNamePage() {
  const { username = '' } = useAddress().values
  // The username is a prefix, and the shortest name comes first.
  const query = { username, pageSize: 1, orderBy: 'username' }
  const { data, error, refetch } = useQuery({ queryKey: ['users', query], queryFn: () => api.users(query) })
  if (error) return <Problem isPage error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const [user] = data.list
  const isFound = user?.username.toLowerCase() === username.toLowerCase()
  return (
    <Navigate to={isFound ? `/users/${user.userId}` : addressOf('/users', { search: username })} replace />
  )
}
