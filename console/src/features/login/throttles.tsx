import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useCallback } from 'react'
import { Link } from 'react-router'
import { addressOf } from '../../shell/api/address.ts'
import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { exactName } from '../../shell/page/name-filter.ts'
import { TimeAgo } from '../../shell/page/time-ago.tsx'
import { useChange } from '../../shell/page/use-change.ts'
import { throttleCalls } from './calls.ts'

const REFETCH_INTERVAL_MS = 10_000
const MAX_SHOWN = 20

interface ThrottlesProps {
  /** Present if only users with this role are shown. */
  readonly roleKey: string | undefined
  readonly onShowAll: () => void
}

/** Lists usernames and networks that have to wait after failed logins, and releases them. */
export function Throttles({ roleKey, onShowAll }: ThrottlesProps) {
  const { overview, common, throttle } = useTexts()
  const query = { roleKey, pageSize: MAX_SHOWN }
  const { data } = useQuery({
    queryKey: ['throttles', query],
    queryFn: () => throttleCalls.throttles(query),
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
      <h2 id="throttles">{throttle.title}</h2>
      {roleKey !== undefined && (
        <p>
          {throttle.only(roleKey)}{' '}
          <Button type="link" size="small" onClick={onShowAll}>
            {common.showAll}
          </Button>
        </p>
      )}
      {data.list.length === 0 ? (
        <p className="muted quiet">{throttle.none}</p>
      ) : (
        <table className="plain cards-on-phone">
          <thead className="head-cells">
            <tr>
              <th scope="col">{throttle.blocked}</th>
              <th scope="col">{throttle.network}</th>
              <th scope="col">{overview.failed}</th>
              <th scope="col">{throttle.ends}</th>
              <th scope="col">
                <span className="visually-hidden">{throttle.release}</span>
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
      {hidden > 0 && <p className="muted">{throttle.more(hidden)}</p>}
    </section>
  )
}

function Throttle({ block }: { readonly block: Schemas['Throttle'] }) {
  const { id, kind, username, network, failures, blockedUntil } = block
  const { overview, throttle } = useTexts()
  const { mayCall } = useOwnSession()
  const release = useChange(throttleCalls.releaseThrottle, throttle.released)
  const mayLook = mayCall('GET', '/sys-login-log')
  const name = kind === 'network' ? throttle.wholeNetwork : username
  const filter = kind === 'account' ? { username: exactName(username) } : { ipaddr: network }
  return (
    <tr>
      <th scope="row">
        {mayLook ? <Link to={addressOf('/login-log', { ...filter, status: '1' })}>{name}</Link> : name}
      </th>
      <td data-label={throttle.network}>{network}</td>
      <td data-label={overview.failed}>{overview.failuresOf(failures)}</td>
      <td data-label={throttle.ends}>
        <TimeAgo iso={blockedUntil} />
      </td>
      <td className="plain-action">
        {mayCall('DELETE', `/throttle/${id}`) && (
          <Button
            size="small"
            aria-label={`${throttle.release}: ${username || network}`}
            disabled={release.isPending}
            onClick={() => release.mutate(id)}
          >
            {throttle.release}
          </Button>
        )}
      </td>
    </tr>
  )
}
