import { randomBytes } from 'node:crypto'
import type { Pipeline } from '../../../core/check/http/pipeline.ts'
import type { Route } from '../../../core/check/http/route.ts'
import type { RouteRegistry } from '../../../core/check/routes/route-registry.ts'
import type { ScopeHeaderOf } from '../../../core/data-scope/scope-header.ts'
import type { ServiceContext } from '../../../core/service/context.ts'
import type { CorsRules } from '../../../platform/http/call/cors-rules.ts'
import type { Metrics } from '../../../platform/observability/metrics.ts'
import type { Tracing } from '../../../platform/observability/tracing.ts'
import { authorizeRoutesOf } from '../forward-auth/authorize-endpoints.ts'
import { createUpstreamCalls } from './upstream-calls.ts'
import { requireFreePrefixes, upstreamRoutesOf } from './upstream-routes.ts'

interface Parts extends Pick<ServiceContext, 'settings' | 'now' | 'reporter'> {
  readonly routes: readonly Route[]
  readonly registry: RouteRegistry
  readonly pipeline: Pipeline
  readonly cors: CorsRules
  readonly scopeHeaderOf: ScopeHeaderOf
  readonly metrics: Metrics | undefined
  readonly tracing: Tracing | undefined
}

type Settings = Pick<ServiceContext['settings'], 'gateway'>

export const gatewayFeature = {
  /** Returns what is wrong with settings of a service without its own app. */
  embeddedProblem: ({ gateway: { upstreams } }: Settings): string | undefined =>
    upstreams.length > 0
      ? 'gateway.upstreams works only with castellan serve: remove it from the settings'
      : undefined,
  /** The secret of the service may be known only to the service. */
  settingsOfRoutes: ({ gateway }: Settings) => ({
    gateway: { ...gateway, signingSecret: randomBytes(48).toString('base64') },
  }),
  isUsed: ({ gateway: { upstreams } }: Settings): boolean => upstreams.length > 0,
  /** Returns the plugin with the routes of upstream services, which only a service with its own app has. */
  async plugins(parts: Parts) {
    const { settings, routes, registry, pipeline, cors, scopeHeaderOf, metrics, tracing, now, reporter } =
      parts
    const { upstreams, signingSecret } = settings.gateway
    if (upstreams.length === 0) return []
    requireFreePrefixes(upstreams, [...routes, ...authorizeRoutesOf()])
    for (const route of upstreamRoutesOf(upstreams)) registry.add('upstream', route)
    // Imported here because a service without upstream services starts faster without the HTTP client.
    const { createGatewayPlugin } = await import('./gateway-plugin.ts')
    return [
      createGatewayPlugin({
        upstreams,
        signingSecret,
        scopeHeaderOf,
        pipeline,
        cors,
        now,
        onOutage: reporter.problem,
        startCall: createUpstreamCalls(metrics, tracing),
      }),
    ]
  },
}
