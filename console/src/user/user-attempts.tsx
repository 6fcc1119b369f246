import { useQuery } from '@tanstack/react-query'
import { addressOf } from '../address.ts'
import { api } from '../api.ts'
import { useTexts } from '../language/language.tsx'
import { ResultTag, reasonOf } from '../login-log/login-result.tsx'
import { foldFirstSteps } from '../login-log/login-steps.ts'
import { exactName } from '../name-filter.ts'
import { AddressLink } from '../own-session/links.tsx'
import { clientName } from '../page/client-name.ts'
import { ListCard } from '../page/list-card.tsx'
import { TimeAgo } from '../page/time-ago.tsx'

const MAX_ATTEMPTS = 10

/** Shows the latest entries of the login log with a username. */
export function UserAttempts({ username }: { readonly username: string }) {
  const { user, loginLog, common } = useTexts()
  const filter = { username: exactName(username) }
  const query = { ...filter, pageSize: MAX_ATTEMPTS }
  const page = useQuery({
    queryKey: ['login-log', query],
    queryFn: async () => foldFirstSteps(await api.loginLog(query)),
  })
  return (
    <ListCard
      title={user.attempts}
      page={page}
      heads={[loginLog.time, loginLog.result, loginLog.address, loginLog.client, loginLog.reason]}
      rowKey={({ id }) => id}
      cells={(one) => [
        <TimeAgo key="time" iso={one.loginTime} />,
        <ResultTag key="result" row={one} />,
        <AddressLink key="address" address={one.ipaddr} />,
        clientName(one, common.clientOn) || '–',
        reasonOf(one, loginLog.reasons),
      ]}
      empty={loginLog.none}
      all={addressOf('/login-log', filter)}
    />
  )
}
