import { useQuery } from '@tanstack/react-query'
import { Drawer, Pagination } from 'antd'
import { useState } from 'react'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { AddressLink, RequestLink, UserLink } from '../../shell/own-session/links.tsx'
import { Loading } from '../../shell/page/loading.tsx'
import { Problem } from '../../shell/page/problem.tsx'
import { TimeAgo } from '../../shell/page/time-ago.tsx'
import { useReturnFocus } from '../../shell/page/use-return-focus.ts'
import { explainCalls } from './calls.ts'

const PAGE_SIZE = 20
/** Stands for requests without a valid token, as in the API. */
export const NO_ROLE = '-'

interface GroupRequestsProps {
  readonly group: Schemas['RefusalGroup']
  /** The filters of the page. Those by user and time select requests within a group. */
  readonly filter: Readonly<Record<string, string>>
  readonly onClose: () => void
}

/** Lists the requests of a group in a drawer. Each leads to its explanation. */
export function GroupRequests({
  group,
  filter: { userId, beginTime, endTime },
  onClose,
}: GroupRequestsProps) {
  const { refusals } = useTexts()
  useReturnFocus()
  const [pageIndex, setPageIndex] = useState(1)
  const { reason, roleKey = NO_ROLE, method, route } = group
  const query = { reason, roleKey, method, route, userId, beginTime, endTime, pageIndex, pageSize: PAGE_SIZE }
  const { data, error, refetch } = useQuery({
    queryKey: ['refused-requests', query],
    queryFn: () => explainCalls.refusedRequests(query),
    placeholderData: (before) => before,
  })
  return (
    <Drawer open title={refusals.requestsOf(`${method} ${route}`)} size="min(860px, 100vw)" onClose={onClose}>
      {error && !data && <Problem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <table className="plain cards-on-phone">
          <thead className="head-cells">
            <tr>
              <th scope="col">{refusals.requestId}</th>
              <th scope="col">{refusals.time}</th>
              <th scope="col">{refusals.user}</th>
              <th scope="col">{refusals.address}</th>
              <th scope="col">{refusals.path}</th>
            </tr>
          </thead>
          <tbody>
            {data.list.map((one) => (
              <tr key={`${one.requestId} ${one.refusedAt}`}>
                <th scope="row">
                  <RequestLink requestId={one.requestId} />
                </th>
                <td data-label={refusals.time}>
                  <TimeAgo iso={one.refusedAt} />
                </td>
                <td data-label={refusals.user}>{one.user ? <UserLink {...one.user} /> : refusals.nobody}</td>
                <td data-label={refusals.address}>
                  <AddressLink address={one.address} />
                </td>
                <td data-label={refusals.path}>
                  <code>{one.path}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data && data.count > PAGE_SIZE && (
        <Pagination
          align="end"
          current={pageIndex}
          pageSize={PAGE_SIZE}
          total={data.count}
          showSizeChanger={false}
          onChange={setPageIndex}
        />
      )}
    </Drawer>
  )
}
