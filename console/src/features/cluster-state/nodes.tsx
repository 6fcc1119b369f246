import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { Mark } from '../../shell/page/mark.tsx'
import { TimeAgo } from '../../shell/page/time-ago.tsx'
import { clusterCalls } from './calls.ts'

const REFETCH_INTERVAL_MS = 5_000
/** A node sends a heartbeat every second. */
const LATE_SECONDS = 5

export function useCluster() {
  const { mayCall } = useOwnSession()
  const { data } = useQuery({
    queryKey: ['cluster'],
    queryFn: clusterCalls.cluster,
    enabled: mayCall('GET', '/cluster'),
    refetchInterval: REFETCH_INTERVAL_MS,
  })
  return data
}

/** Lists the nodes and whether each is up to date. */
export function Nodes() {
  const { cluster } = useTexts()
  const nodes = useCluster()?.nodes ?? []
  return (
    <section className="card" aria-labelledby="nodes">
      <h2 id="nodes">{cluster.title}</h2>
      <div className="scroll">
        <table className="plain cards-on-phone">
          <thead className="head-cells">
            <tr>
              <th scope="col">{cluster.node}</th>
              <th scope="col">{cluster.version}</th>
              <th scope="col">{cluster.lag}</th>
              <th scope="col">{cluster.keys}</th>
              <th scope="col">{cluster.seen}</th>
              <th scope="col">{cluster.started}</th>
            </tr>
          </thead>
          <tbody>
            {nodes.map(({ id, name, version, lag, seenSecondsAgo, startedAt, keys, status }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td data-label={cluster.version}>{version}</td>
                <td data-label={cluster.lag}>
                  {lag === 0 ? (
                    <Mark kind="good">{cluster.upToDate}</Mark>
                  ) : (
                    <Mark kind="warn">{cluster.lagging(lag)}</Mark>
                  )}
                </td>
                <td data-label={cluster.keys}>
                  <code>{keys}</code>
                  {status === 'degraded' && (
                    <span title={cluster.keysDifferHint}>
                      {' '}
                      <Mark kind="bad">{cluster.keysDiffer}</Mark>
                    </span>
                  )}
                </td>
                <td data-label={cluster.seen} className={seenSecondsAgo > LATE_SECONDS ? 'late' : ''}>
                  {cluster.ago(seenSecondsAgo)}
                </td>
                <td data-label={cluster.started}>
                  <TimeAgo iso={startedAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
