import { METHODS } from '../../../platform/http/call/method.ts'
import { SettingsError } from '../../../platform/settings/settings-error.ts'
import type { UpstreamSettings } from './upstream-settings.ts'

/** `refresh_token` never exists (docs/specification.md, 17). `docs` is the page of `apiDocs.serve`, which other modes lack. */
const RESERVED_SEGMENTS = ['refresh_token', 'docs']

/** Returns the paths of the routes for a prefix. */
export function pathsOf(prefix: string): readonly string[] {
  return [prefix, `${prefix}/*`]
}

/** Returns what `GET /api/v1/route` lists for upstream services: every method that a rule can name. */
export function upstreamRoutesOf(upstreams: readonly UpstreamSettings[]) {
  return upstreams.flatMap(({ prefix }) =>
    pathsOf(prefix).flatMap((path) => METHODS.map((method) => ({ method, path, checks: 'both' as const }))),
  )
}

/**
 * Throws if a prefix begins with a segment that the service's own endpoints use. Comparing only the first segment keeps
 * the prefix free of endpoints that a later version adds next to an existing one.
 */
export function requireFreePrefixes(
  upstreams: readonly UpstreamSettings[],
  ownRoutes: readonly { readonly path: string }[],
): void {
  const taken = new Set([...RESERVED_SEGMENTS, ...ownRoutes.map(({ path }) => firstSegment(path))])
  for (const { prefix } of upstreams) {
    if (!taken.has(firstSegment(prefix))) continue
    throw new SettingsError(
      `gateway.upstreams has the prefix ${prefix}, but the service uses paths under /api/v1/${firstSegment(prefix)} itself. Fix: choose another prefix`,
    )
  }
}

/** Returns the first segment after `/api/v1`, in lower case. */
function firstSegment(path: string): string {
  return (path.split('/')[3] ?? '').toLowerCase()
}
