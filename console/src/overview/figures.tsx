import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { addressOf } from '../address.ts'
import { api, type Overview } from '../api.ts'
import { useLocaleTag, useTexts } from '../language/language.tsx'
import { useOwnSession } from '../own-session/own-session.tsx'
import { useCluster } from './nodes.tsx'

const REFETCH_INTERVAL_MS = 10_000

/** Shows the key figures. */
export function Figures({ overview: figures }: { readonly overview: Overview }) {
  const { overview } = useTexts()
  const tag = useLocaleTag()
  const { mayCall } = useOwnSession()
  const health = useQuery({
    queryKey: ['health'],
    queryFn: api.health,
    refetchInterval: REFETCH_INTERVAL_MS,
  })
  const cluster = useCluster()
  const succeeded = figures.hours.reduce((sum, hour) => sum + hour.succeeded, 0)
  const failed = figures.hours.reduce((sum, hour) => sum + hour.failed, 0)
  const tried = succeeded + failed
  const shareOfAttempts = (share: number): string =>
    tried === 0 ? overview.noAttempts : overview.failureShare(share.toLocaleString(tag, { style: 'percent' }))
  const status = health.data?.status ?? 'down'
  const logOf = (filter: {
    readonly status?: string
    readonly reason?: string
    readonly newNetwork?: string
  }): string | undefined =>
    mayCall('GET', '/sys-login-log')
      ? addressOf('/login-log', { ...filter, beginTime: figures.from, endTime: figures.to })
      : undefined

  return (
    <div className="figures">
      <Figure label={overview.sessions} to={mayCall('GET', '/session') ? '/sessions' : undefined}>
        {figures.sessions.toLocaleString(tag)}
      </Figure>
      <Figure label={overview.logins} to={logOf({ reason: 'logged-in' })}>
        {succeeded.toLocaleString(tag)}
      </Figure>
      <Figure label={overview.failures} to={logOf({ status: '1' })} note={shareOfAttempts(failed / tried)}>
        {failed.toLocaleString(tag)}
      </Figure>
      <Figure
        label={overview.captchaFailures}
        to={logOf({ reason: 'captcha-wrong' })}
        note={shareOfAttempts(figures.captchaFailureShare)}
      >
        {figures.captchaFailures.toLocaleString(tag)}
      </Figure>
      <Figure label={overview.newNetworks} to={logOf({ newNetwork: 'true' })}>
        {figures.newNetworks.toLocaleString(tag)}
      </Figure>
      {health.isSuccess && (
        <Figure
          label={overview.health}
          to={cluster && '#nodes'}
          note={cluster && overview.nodesCount(cluster.nodes.length)}
        >
          <span className={`health health-${status}`}>{overview.healthOf[status]}</span>
        </Figure>
      )}
    </div>
  )
}

interface FigureProps {
  readonly label: string
  readonly note?: string | undefined
  readonly to?: string | undefined
  readonly children: ReactNode
}

function Figure({ label, note, to, children }: FigureProps) {
  return (
    <div className="card figure">
      <span className="figure-label">{label}</span>
      <span className="figure-value">
        {to === undefined ? (
          children
        ) : to.startsWith('#') ? (
          <a href={to}>{children}</a>
        ) : (
          <Link to={to}>{children}</Link>
        )}
      </span>
      <span className="figure-note">{note ?? '\u00a0'}</span>
    </div>
  )
}
