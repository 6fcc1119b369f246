import { useQuery } from '@tanstack/react-query'
import { addressOf } from '../../shell/api/address.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { AddressLink, RequestLink, RouteLink } from '../../shell/own-session/links.tsx'
import { ListCard } from '../../shell/page/list-card.tsx'
import { Mark } from '../../shell/page/mark.tsx'
import { TimeAgo } from '../../shell/page/time-ago.tsx'
import { explainCalls } from './calls.ts'
import { refusalReason } from './refusal-reason.ts'

const MAX_REFUSALS = 10

/** Shows the latest refused requests of a user, and how many there are. */
export function UserRefusals({ userId }: { readonly userId: number }) {
  const texts = useTexts()
  const { refusals } = texts
  const query = { userId, pageSize: MAX_REFUSALS }
  const page = useQuery({
    queryKey: ['refused-requests', query],
    queryFn: () => explainCalls.refusedRequests(query),
  })
  const { count = 0, countCapped = false } = page.data ?? {}
  return (
    <ListCard
      title={refusals.ofUser(page.data ? `${count}${countCapped ? '+' : ''}` : '…')}
      page={page}
      heads={[refusals.time, refusals.route, refusals.reason, refusals.address, refusals.requestId]}
      rowKey={({ requestId, refusedAt }) => `${requestId} ${refusedAt}`}
      cells={({ requestId, refusedAt, method, path, reason, address }) => [
        <TimeAgo key="time" iso={refusedAt} />,
        <RouteLink key="call" path={path}>
          <code>{`${method} ${path}`}</code>
        </RouteLink>,
        <Mark key="reason" kind="plain">
          {refusalReason(reason, texts)}
        </Mark>,
        <AddressLink key="address" address={address} />,
        <RequestLink key="request" requestId={requestId} />,
      ]}
      empty={refusals.noneOfUser}
      all={addressOf('/refusals', { userId })}
    />
  )
}
