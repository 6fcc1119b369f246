import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import type { Schemas } from '../../shell/api/client.ts'
import { useLocaleTag, useTexts } from '../../shell/language/language.tsx'
import { useOwnSession } from '../../shell/own-session/own-session.tsx'
import { TimeAgo } from '../../shell/page/time-ago.tsx'
import { dayText } from '../../shell/page/time-text.ts'
import { useVoidedRequests } from '../access-requests/voided-requests.tsx'
import { previewCalls } from './calls.ts'

const MAX_LISTED = 5

/**
 * Returns a function that creates the preview of a change, or nothing if the role may not see previews. A dialog is
 * rendered outside of the session, so the role is checked here.
 */
export function usePolicyPreview(): (change: Schemas['PolicyChange']) => ReactNode {
  const { mayCall } = useOwnSession()
  const voidedRequestsOf = useVoidedRequests()
  const maySee = mayCall('POST', '/policy/preview')
  return (change) =>
    maySee ? (
      <>
        {rolesOf(change).map((roleKey) => voidedRequestsOf({ roleKey }))}
        <Preview change={change} />
      </>
    ) : null
}

function rolesOf({ add = [], remove = [] }: Schemas['PolicyChange']): readonly string[] {
  return [...new Set([...add, ...remove].map(({ roleKey }) => roleKey))].slice(0, MAX_LISTED)
}

/** Shows what a change makes possible, and which recorded calls roles gain and lose. If it would be refused, saving it shows why. */
function Preview({ change }: { readonly change: Schemas['PolicyChange'] }) {
  const { preview } = useTexts()
  const { data, isPending, isError } = useQuery({
    queryKey: ['policy-preview', change],
    queryFn: () => previewCalls.previewPolicy(change),
    retry: false,
    refetchOnWindowFocus: false,
  })
  if (isError && !data) return null
  return (
    <section className="policy-preview" aria-label={preview.title} aria-busy={isPending}>
      <p>
        <strong>{preview.title}</strong>
      </p>
      {data ? <Effects preview={data} /> : <p className="muted">{preview.loading}</p>}
    </section>
  )
}

/** Shows what a change makes possible, and which recorded calls roles gain and lose. */
export function Effects({ preview: given }: { readonly preview: Schemas['PolicyPreview'] }) {
  const { preview } = useTexts()
  const { keepDays, recordedSince, gains, losses, gainCount, lossCount, roles } = given
  const usersOf = (roleKey: string) => roles.find((role) => role.roleKey === roleKey)?.enabledUsers
  const shownLosses = losses.slice(0, MAX_LISTED)
  const shownGains = gains.slice(0, MAX_LISTED)
  const others = gainCount + lossCount - shownLosses.length - shownGains.length
  const since = recordedSince === null ? preview.nothingRecorded : preview.since(dayText(recordedSince))
  const record = keepDays === 0 ? preview.recordOff : since
  return (
    <>
      <Opened preview={given} />
      <p>
        <strong>{preview.recorded}</strong>
      </p>
      {gainCount + lossCount === 0 && <p>{preview.none}</p>}
      <ul>
        {shownLosses.map((entry) => (
          <Effect key={keyOf(entry)} kind="loss" entry={entry} users={usersOf(entry.roleKey)} />
        ))}
        {shownGains.map((entry) => (
          <Effect key={keyOf(entry)} kind="gain" entry={entry} users={usersOf(entry.roleKey)} />
        ))}
      </ul>
      {others > 0 && <p>{preview.more(others)}</p>}
      <p className="muted">{record}</p>
    </>
  )
}

/** Shows the routes that become callable, by whose routes they are, whether or not they were called. */
function Opened({ preview: given }: { readonly preview: Schemas['PolicyPreview'] }) {
  const { preview } = useTexts()
  const tag = useLocaleTag()
  const { opened, openedCounts, administeringRoles, closedParents } = given
  const total = openedCounts.service + openedCounts.app + openedCounts.upstream
  return (
    <>
      {administeringRoles.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={preview.administers(
            new Intl.ListFormat(tag).format(administeringRoles.slice(0, MAX_LISTED)),
          )}
        />
      )}
      {total > 0 && (
        <>
          <p>{preview.opens}</p>
          <ul>
            {ORIGINS.filter((origin) => openedCounts[origin] > 0).map((origin) => (
              <li key={origin}>{preview.openedOf[origin](openedCounts[origin])}</li>
            ))}
          </ul>
          <details>
            <summary>{preview.openedList}</summary>
            <ul className="opened-routes">
              {opened.map((route) => (
                <li key={`${route.roleKey} ${route.method} ${route.path}`}>
                  {route.roleKey}{' '}
                  <code>
                    {route.method} {route.path}
                  </code>
                  {route.extent === 'part' && ` (${preview.inPart})`}
                </li>
              ))}
            </ul>
            {total > opened.length && <p>{preview.more(total - opened.length)}</p>}
          </details>
        </>
      )}
      {closedParents.slice(0, MAX_LISTED).map((rule) => (
        <p key={`${rule.roleKey} ${rule.method} ${rule.path}`} className="muted">
          {preview.closedParent(rule.path)}
        </p>
      ))}
    </>
  )
}

const ORIGINS = ['service', 'app', 'upstream'] as const

interface EffectProps {
  readonly kind: 'gain' | 'loss'
  readonly entry: Schemas['RoutePreview']
  readonly users: number | null | undefined
}

function Effect({ kind, entry, users }: EffectProps) {
  const { preview } = useTexts()
  const { roleKey, method, route, extent, usedCount, lastUsedAt, refusedCount, lastRefusedAt } = entry
  const loses = extent === 'full' ? preview.loses : preview.losesPart
  const gains = extent === 'full' ? preview.gains : preview.gainsPart
  const textOf = kind === 'loss' ? loses : gains
  const role = typeof users === 'number' ? preview.roleWithUsers(roleKey, users) : roleKey
  return (
    <li className={kind}>
      <strong>{textOf(role)}</strong>{' '}
      <code>
        {method} {route}
      </code>
      {lastUsedAt !== null && (
        <span className="muted">
          {' '}
          {preview.used(usedCount)} <TimeAgo iso={lastUsedAt} />
        </span>
      )}
      {lastRefusedAt !== null && (
        <span className="muted">
          {' '}
          {preview.refused(refusedCount)} <TimeAgo iso={lastRefusedAt} />
        </span>
      )}
    </li>
  )
}

function keyOf({ roleKey, method, route }: Schemas['RoutePreview']): string {
  return `${roleKey} ${method} ${route}`
}
