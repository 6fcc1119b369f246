import { useQuery } from '@tanstack/react-query'
import { addressOf } from '../../shell/api/address.ts'
import type { Schemas } from '../../shell/api/client.ts'
import { useLocaleTag, useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { clusterCalls } from '../cluster-state/calls.ts'
import { useCluster } from '../cluster-state/nodes.tsx'
import { Figure } from './figure.tsx'

const REFETCH_INTERVAL_MS = 10_000

/** Shows the key figures. */
export function Figures({ overview: figures }: { readonly overview: Schemas['Overview'] }) {
  const { overview } = useTexts()
  const tag = useLocaleTag()
  const { mayCall } = useOwnSession()
  const health = useQuery({
    queryKey: ['health'],
    queryFn: clusterCalls.health,
    refetchInterval: REFETCH_INTERVAL_MS,
  })
  const cluster = useCluster()
  const maySeeSystem = mayCall('GET', '/cluster') || mayCall('GET', '/system')
  const succeeded = figures.hours.reduce((sum, hour) => sum + hour.succeeded, 0)
  const failed = figures.hours.reduce((sum, hour) => sum + hour.failed, 0)
  const tried = succeeded + failed
  const shareOfAttempts = (share: number): string =>
    tried === 0 ? overview.noAttempts : overview.failureShare(share.toLocaleString(tag, { style: 'percent' }))
  const status = health.data?.status ?? 'down'
  const { previous } = figures
  /** Compares a figure with that of as many hours before. */
  const comparedWith = (current: number, before: number): string =>
    before === 0
      ? overview.nothingBefore
      : overview.change(
          (current / before - 1).toLocaleString(tag, {
            style: 'percent',
            signDisplay: 'exceptZero',
            maximumFractionDigits: 0,
          }),
        )
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
      <Figure
        label={overview.logins}
        to={logOf({ reason: 'logged-in' })}
        notes={[comparedWith(succeeded, previous.succeeded)]}
      >
        {succeeded.toLocaleString(tag)}
      </Figure>
      <Figure
        label={overview.failures}
        to={logOf({ status: '1' })}
        notes={[shareOfAttempts(failed / tried), comparedWith(failed, previous.failed)]}
      >
        {failed.toLocaleString(tag)}
      </Figure>
      <Figure
        label={overview.captchaFailures}
        to={logOf({ reason: 'captcha-wrong' })}
        notes={[
          shareOfAttempts(figures.captchaFailureShare),
          comparedWith(figures.captchaFailures, previous.captchaFailures),
        ]}
      >
        {figures.captchaFailures.toLocaleString(tag)}
      </Figure>
      <Figure label={overview.newNetworks} to={logOf({ newNetwork: 'true' })}>
        {figures.newNetworks.toLocaleString(tag)}
      </Figure>
      {health.isSuccess && (
        <Figure
          label={overview.health}
          to={maySeeSystem ? '/system' : undefined}
          notes={cluster ? [overview.nodesCount(cluster.nodes.length)] : []}
        >
          <span className={`health health-${status}`}>{overview.healthOf[status]}</span>
        </Figure>
      )}
    </div>
  )
}
