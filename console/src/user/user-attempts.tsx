import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { useTexts } from '../language/language.tsx'
import { LocalTime } from '../page/local-time.tsx'
import { Mark } from '../page/mark.tsx'
import { addressOf } from '../response.ts'
import { RecentCard } from './recent-card.tsx'

const MAX_ATTEMPTS = 10
const SUCCEEDED = '2'

/** Shows the latest entries of the login log with a username. */
export function UserAttempts({ username }: { readonly username: string }) {
  const { user, loginLog } = useTexts()
  const query = { username, pageSize: MAX_ATTEMPTS }
  const page = useQuery({ queryKey: ['login-log', query], queryFn: () => api.loginLog(query) })
  return (
    <RecentCard
      title={user.attempts}
      page={page}
      heads={[loginLog.time, loginLog.result, loginLog.address, loginLog.client, loginLog.message]}
      rowKey={({ id }) => id}
      cells={(one) => [
        <LocalTime key="time" iso={one.loginTime} />,
        <Mark key="result" kind={one.status === SUCCEEDED ? 'good' : 'bad'}>
          {one.status === SUCCEEDED ? loginLog.succeeded : loginLog.failed}
        </Mark>,
        one.ipaddr,
        [one.browser, one.os].filter(Boolean).join(', ') || '–',
        one.msg,
      ]}
      empty={loginLog.none}
      all={addressOf('/login-log', { username })}
    />
  )
}
