import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isCanonicalPath } from '../../../platform/http/call/canonical-path.ts'
import { isSpelledAsRoute } from '../../../platform/http/call/route-spelling.ts'
import type { Step } from '../../../platform/http/steps/step.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import { pathOf } from './request.ts'

/** Refuses a path that the router and the permission check could read differently. */
export const canonicalPathCheck: Step = (request) => {
  if (!isCanonicalPath(request.raw.url ?? '')) throw new Refusal('path-not-canonical')
}

/**
 * Refuses a second spelling under which an app's router also finds the route: another letter case, a trailing slash
 * that comes with a prefix. A policy rule may match the second spelling and not the first.
 */
const routeSpellingCheck: Step = (request) => {
  const declared = declaredPath(request)
  if (declared !== undefined && !isSpelledAsRoute(pathOf(request), declared))
    throw new Refusal('path-not-canonical')
}

/** Returns the path of the route; without the slash that Fastify's `prefixTrailingSlash: 'both'` also accepts. */
function declaredPath({ routeOptions, server }: FastifyRequest): string | undefined {
  const { url, prefixTrailingSlash } = routeOptions
  const { prefix } = server
  return prefix !== '' && url === `${prefix}/` && prefixTrailingSlash === 'both' ? prefix : url
}

const noTrailingSlashCheck: Step = (request) => {
  const path = pathOf(request)
  if (path.length > 1 && path.endsWith('/')) throw new Refusal('path-not-canonical')
}

/** Returns the path checks of a scope. They depend on the options of the app's router. */
export function pathChecks({ initialConfig }: FastifyInstance): readonly Step[] {
  const { ignoreTrailingSlash, routerOptions } = initialConfig
  const isSlashIgnored = ignoreTrailingSlash === true || routerOptions?.ignoreTrailingSlash === true
  const checks = [canonicalPathCheck, routeSpellingCheck]
  return isSlashIgnored ? [...checks, noTrailingSlashCheck] : checks
}
