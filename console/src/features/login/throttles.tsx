import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useCallback } from 'react'
import { Link } from 'react-router'
import { addressOf } from '../../shell/api/address.ts'
import { api, type BlockedLogin } from '../../shell/api/api.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { exactName } from '../../shell/page/name-filter.ts'
import { TimeAgo } from '../../shell/page/time-ago.tsx'
import { useChange } from '../../shell/page/use-change.ts'

const REFETCH_INTERVAL_MS = 10_000
const MAX_SHOWN = 20

interface ThrottlesProps {
  /** Present if only users with this role are shown. */
  readonly roleKey: string | undefined
  readonly onShowAll: () => void
}

/** Lists usernames and networks that have to wait after failed logins, and releases them. */
export function Throttles({ roleKey, onShowAll }: ThrottlesProps) {
  const { overview, user } = useTexts()
  const query = { roleKey, pageSize: MAX_SHOWN }
  const { data } = useQuery({
    queryKey: ['throttles', query],
    queryFn: () => api.throttles(query),
    refetchInterval: REFETCH_INTERVAL_MS,
  })
  const showSelected = useCallback(
    (section: HTMLElement | null) => {
      if (roleKey !== undefined) section?.scrollIntoView()
    },
    [roleKey],
  )
  if (!data) return null
  const hidden = data.count - data.list.length
  return (
    <section ref={showSelected} className="card" aria-labelledby="throttles">
      <h2 id="throttles">{overview.throttles}</h2>
      {roleKey !== undefined && (
        <p>
          {overview.throttlesOf(roleKey)}{' '}
          <Button type="link" size="small" onClick={onShowAll}>
            {user.showAll}
          </Button>
        </p>
      )}
      {data.list.length === 0 ? (
        <p className="muted quiet">{overview.noThrottles}</p>
      ) : (
        <table className="plain cards-on-phone">
          <thead className="head-cells">
            <tr>
              <th scope="col">{overview.blocked}</th>
              <th scope="col">{overview.network}</th>
              <th scope="col">{overview.failed}</th>
              <th scope="col">{overview.blockEnds}</th>
              <th scope="col">
                <span className="visually-hidden">{overview.release}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.list.map((block) => (
              <Throttle key={block.id} block={block} />
            ))}
          </tbody>
        </table>
      )}
      {hidden > 0 && <p className="muted">{overview.moreThrottles(hidden)}</p>}
    </section>
  )
}

function Throttle({ block }: { readonly block: BlockedLogin }) {
  const { id, kind, username, network, failures, blockedUntil } = block
  const { overview } = useTexts()
  const { mayCall } = useOwnSession()
  const release = useChange(api.releaseThrottle, overview.released)
  const mayLook = mayCall('GET', '/sys-login-log')
  const name = kind === 'network' ? overview.wholeNetwork : username
  const filter = kind === 'account' ? { username: exactName(username) } : { ipaddr: network }
  return (
    <tr>
      <th scope="row">
        {mayLook ? <Link to={addressOf('/login-log', { ...filter, status: '1' })}>{name}</Link> : name}
      </th>
      <td data-label={overview.network}>{network}</td>
      <td data-label={overview.failed}>{overview.failuresOf(failures)}</td>
      <td data-label={overview.blockEnds}>
        <TimeAgo iso={blockedUntil} />
      </td>
      <td className="plain-action">
        {mayCall('DELETE', `/throttle/${id}`) && (
          <Button
            size="small"
            aria-label={`${overview.release}: ${username || network}`}
            disabled={release.isPending}
            onClick={() => release.mutate(id)}
          >
            {overview.release}
          </Button>
        )}
      </td>
    </tr>
  )
}
