import { useQuery } from '@tanstack/react-query'
import { addressOf } from '../../shell/api/address.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { AddressLink } from '../../shell/own-session/links.tsx'
import { clientName } from '../../shell/page/client-name.ts'
import { ListCard } from '../../shell/page/list-card.tsx'
import { exactName } from '../../shell/page/name-filter.ts'
import { TimeAgo } from '../../shell/page/time-ago.tsx'
import { loginLogCalls } from './calls.ts'
import { ResultTag, reasonOf } from './login-result.tsx'
import { foldFirstSteps } from './login-steps.ts'

const MAX_ATTEMPTS = 10

/** Shows the latest entries of the login log with a username. */
export function UserAttempts({ username }: { readonly username: string }) {
  const { loginLog, common } = useTexts()
  const filter = { username: exactName(username) }
  const query = { ...filter, pageSize: MAX_ATTEMPTS }
  const page = useQuery({
    queryKey: ['login-log', query],
    queryFn: async () => foldFirstSteps(await loginLogCalls.loginLog(query)),
  })
  return (
    <ListCard
      title={loginLog.attempts}
      page={page}
      heads={[common.time, loginLog.result, loginLog.address, loginLog.client, loginLog.reason]}
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
