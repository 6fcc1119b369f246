import type { Guard } from '../../../core/check/guard.ts'
import type { Pipeline } from '../../../core/check/http/pipeline.ts'
import type { ScopeHeaderOf } from '../../../core/data-scope/scope-header.ts'
import type { ServiceContext } from '../../../core/service/context.ts'
import type { CorsRules } from '../../../platform/http/call/cors-rules.ts'
import type { RateLimit } from '../../../platform/http/call/rate-limit.ts'
import type { TrustedProxies } from '../../../platform/http/call/trusted-proxies.ts'
import { SettingsError } from '../../../platform/settings/settings-error.ts'
import { createAuthorize } from './authorize.ts'
import { authorizeDocumentation } from './authorize-documentation.ts'
import { AUTHORIZE_PATH, addAuthorizeRoutes, authorizeRoutesOf } from './authorize-endpoints.ts'

interface Parts {
  readonly settings: { readonly gateway: { readonly signingSecret: string } }
  readonly upstreamGuard: Guard
  readonly pipeline: Pipeline
  readonly trustedProxies: TrustedProxies
  readonly rateLimit: RateLimit
  readonly cors: CorsRules
  readonly scopeHeaderOf: ScopeHeaderOf
  readonly now: () => number
}

export const forwardAuthFeature = {
  /** Throws if the settings cannot be used. */
  start({ settings, secret }: Pick<ServiceContext, 'settings' | 'secret'>) {
    assertDifferentSecrets(settings.gateway.signingSecret, secret)
    return {}
  },
  documentedRoutes: () => [authorizeDocumentation(AUTHORIZE_PATH)],
  listedRoutes: authorizeRoutesOf,
  /** Returns a function that adds the endpoint for proxies to the scope with the prefix. */
  addRoutes(parts: Parts) {
    const { settings, upstreamGuard, pipeline, trustedProxies, rateLimit, cors, scopeHeaderOf, now } = parts
    const authorize = createAuthorize({
      guard: upstreamGuard,
      trustedProxies,
      rateLimit,
      cors,
      signingSecret: settings.gateway.signingSecret,
      scopeHeaderOf,
      path: AUTHORIZE_PATH,
      now,
    })
    return (scope: Parameters<typeof addAuthorizeRoutes>[0]) =>
      addAuthorizeRoutes(scope, { authorize, pipeline })
  },
}

/** Services behind a proxy know the secret of the identity headers. They must not be able to issue tokens. */
function assertDifferentSecrets(identityHeaderSecret: string, tokenSecret: string): void {
  if (identityHeaderSecret !== tokenSecret) return
  throw new SettingsError(
    'gateway.signingSecret must differ from jwt.secret. Fix: generate one with: openssl rand -base64 48',
  )
}
