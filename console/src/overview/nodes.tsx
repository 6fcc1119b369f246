import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { useTexts } from '../language/language.tsx'
import { LocalTime } from '../page/local-time.tsx'
import { Mark } from '../page/mark.tsx'
import { useOwnSession } from '../session/own-session.tsx'

const LOOK_AGAIN_MILLISECONDS = 5_000
/** A node tells of itself every second. */
const LATE_SECONDS = 5

export function useCluster() {
  const { mayCall } = useOwnSession()
  const { data } = useQuery({
    queryKey: ['cluster'],
    queryFn: api.cluster,
    enabled: mayCall('GET', '/cluster'),
    refetchInterval: LOOK_AGAIN_MILLISECONDS,
  })
  return data
}

/** Which nodes there are, and how far each has followed. */
export function Nodes() {
  const { overview } = useTexts()
  const nodes = useCluster()?.nodes ?? []
  return (
    <section className="card" aria-labelledby="nodes">
      <h2 id="nodes">{overview.nodes}</h2>
      <div className="scroll">
        <table className="plain">
          <thead className="head-cells">
            <tr>
              <th scope="col">{overview.node}</th>
              <th scope="col">{overview.nodeVersion}</th>
              <th scope="col">{overview.lag}</th>
              <th scope="col">{overview.seen}</th>
              <th scope="col">{overview.started}</th>
            </tr>
          </thead>
          <tbody>
            {nodes.map(({ id, name, version, lag, seenSecondsAgo, startedAt }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td>{version}</td>
                <td>
                  {lag === 0 ? (
                    <Mark kind="good">{overview.followed}</Mark>
                  ) : (
                    <Mark kind="warn">{overview.lagging(lag)}</Mark>
                  )}
                </td>
                <td className={seenSecondsAgo > LATE_SECONDS ? 'late' : ''}>
                  {overview.ago(seenSecondsAgo)}
                </td>
                <td>
                  <LocalTime iso={startedAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
