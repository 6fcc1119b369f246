import { useQuery } from '@tanstack/react-query'
import { Result } from 'antd'
import { Navigate } from 'react-router'
import { addressOf } from '../../shell/api/address.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { UserLink } from '../../shell/own-session/links.tsx'
import { Loading } from '../../shell/page/loading.tsx'
import { Problem } from '../../shell/page/problem.tsx'
import { useAddress } from '../../shell/page/use-address.ts'
import { userCalls } from './calls.ts'

/**
 * Opens the page of the user with exactly the name in the query. A log also has names of nobody: if only the case differs,
 * the page names that user, otherwise it opens the list.
 */
export default function UserByNamePage() {
  const { user } = useTexts()
  const { username = '' } = useAddress().values
  // The username is a prefix in any case, and the shortest name comes first. No two names differ only in case.
  const query = { username, pageSize: 1, orderBy: 'username' }
  const { data, error, refetch } = useQuery({
    queryKey: ['users', query],
    queryFn: () => userCalls.users(query),
  })
  if (error) return <Problem isPage error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const [found] = data.list
  if (found?.username === username) return <Navigate to={`/users/${found.userId}`} replace />
  if (!found || found.username.toLowerCase() !== username.toLowerCase())
    return <Navigate to={addressOf('/users', { search: username })} replace />
  return (
    <Result
      status="info"
      icon={<span className="problem-mark">?</span>}
      title={<h1>{user.noSuchName(username)}</h1>}
      subTitle={user.otherCase}
      extra={<UserLink username={found.username} userId={found.userId} />}
    />
  )
}
