import { createCallerCheck } from '../core/check/caller-check.ts'
import { createCrossSiteCheck } from '../core/check/cross-site-check.ts'
import { createGuard } from '../core/check/guard.ts'
import { createPipeline } from '../core/check/http/pipeline.ts'
import { callerStep } from '../core/check/http/request-identity.ts'
import { scopeStep } from '../core/check/http/scope-step.ts'
import { createIdentityCheck } from '../core/check/identity-check.ts'
import { observeIdentityCheck, observePermissionCheck } from '../core/check/observed-checks.ts'
import { createPermissionCheck, createUpstreamPermissionCheck } from '../core/check/permission-check.ts'
import { createRouteRegistry } from '../core/check/routes/route-registry.ts'
import { createScopeUse } from '../core/check/scope-use.ts'
import { createTokenReader } from '../core/check/token-carriers.ts'
import { createDataScopes } from '../core/data-scope/data-scope.ts'
import { scopeHeader } from '../core/data-scope/scope-header.ts'
import { createScopeOf } from '../core/data-scope/scope-of.ts'
import { type CallSource, createPermission, type PermissionDecision } from '../core/permission/permission.ts'
import { createCorsRules } from '../platform/http/call/cors-rules.ts'
import type { Identity } from '../platform/http/call/identity.ts'
import { createRateLimit } from '../platform/http/call/rate-limit.ts'
import type { OnRefusal } from '../platform/http/call/refused-call.ts'
import { createRequestId } from '../platform/http/call/request-id.ts'
import { createTrustedProxies } from '../platform/http/call/trusted-proxies.ts'
import { runInOrder } from '../platform/http/steps/step.ts'
import type { Metrics } from '../platform/observability/metrics.ts'
import type { Core } from './core.ts'

export type CheckParts = ReturnType<typeof createCheckParts>

interface Observers {
  readonly metrics: Metrics | undefined
  readonly onDecision: (decision: PermissionDecision, caller: CallSource) => void
  readonly onRefusal: OnRefusal
}

/** Creates the checks of protected requests, the steps of every request that use them, and the list of known routes. */
export function createCheckParts(
  core: Core,
  { metrics, onDecision, onRefusal }: Observers,
  isStale: () => boolean,
) {
  const { settings, exclusionList, storage, tokens, tracing, uptimeMs, reporter } = core
  const permission = createPermission({
    exclusionList,
    policy: storage.policy,
    onFault: (fault) => reporter.problem(fault, 'a permission check failed; the request was denied'),
  })
  const resolve = createScopeOf({
    departments: storage.departmentsInForce,
    onNone: (reason) => metrics?.emptyScope(reason),
    onNewCause: reporter.warn,
  })
  const scopeUse = core.behaviour.isDev
    ? createScopeUse((route) =>
        reporter.problem(
          undefined,
          `the handler of ${route} has responded without asking for the data scope, although the route is declared with dataScope: true`,
        ),
      )
    : undefined
  const scopeOf: typeof resolve = (identity) => {
    scopeUse?.asked()
    return resolve(identity)
  }
  const dataScope = createDataScopes({ scopeOf, departments: storage.departmentsInForce })
  const readDepartment = ({ userId }: Identity) => storage.departmentsInForce.readUser(userId)
  const registry = createRouteRegistry()
  const { perAddress, total } = settings.rateLimit
  const rateLimit = createRateLimit({ windowSeconds: 1, perAddress, total, now: uptimeMs })
  const cors = createCorsRules({ origins: settings.cors.origins, credentials: settings.jwt.cookie })

  const unobservedIdentity = createIdentityCheck({
    readToken: createTokenReader({
      queryToken: settings.jwt.queryToken,
      assertSameSite: createCrossSiteCheck(cors.origins),
    }),
    tokens,
    revocations: storage.revocations.current,
    isStale,
  })
  const unobservedPermission = createPermissionCheck(permission, onDecision)
  // Behind the gateway and behind proxies, the router that reads the path is not known.
  const unobservedUpstream = createUpstreamPermissionCheck(permission, onDecision)
  const observers = { metrics, tracing }
  const sharedOptions = {
    identityCheck: observeIdentityCheck(unobservedIdentity, observers),
    readDepartment,
    onIdentityOnly: metrics ? () => metrics.decision('allowed', 'identity') : undefined,
  }
  const callerCheck = createCallerCheck({
    ...sharedOptions,
    permissionCheck: observePermissionCheck(unobservedPermission, permission, observers),
  })
  const upstreamCallerCheck = createCallerCheck({
    ...sharedOptions,
    permissionCheck: observePermissionCheck(unobservedUpstream, permission, observers),
  })
  const unobservedCallerCheck = createCallerCheck({
    identityCheck: unobservedIdentity,
    permissionCheck: unobservedPermission,
  })
  const pipeline = createPipeline({ callerCheck, upstreamCallerCheck, scopeOf, rateLimit, cors, registry })
  const sharedGuardOptions = {
    rateLimit,
    cors,
    onFault: (fault: unknown) => reporter.problem(fault, 'a check failed; the request was refused'),
    onRefusal,
    createRequestId,
  }
  return {
    permission,
    scopeOf,
    scopeUse,
    dataScope,
    readDepartment,
    scopeHeaderOf: (identity: Identity) => scopeHeader(scopeOf(identity), storage.changeFeed.version),
    registry,
    rateLimit,
    cors,
    trustedProxies: createTrustedProxies(settings.application.trustProxy),
    pipeline,
    /** Checks the request of an open event stream again. */
    checkAgain: runInOrder([
      callerStep(unobservedCallerCheck, { checks: 'both', readsDepartment: false }),
      scopeStep(scopeOf, 'all-only'),
    ]),
    guard: createGuard({ ...sharedGuardOptions, callerCheck, scopeUse }),
    /** For requests that a proxy asks about. */
    upstreamGuard: createGuard({ ...sharedGuardOptions, callerCheck: upstreamCallerCheck }),
  }
}
