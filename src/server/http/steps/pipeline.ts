import type { FastifyInstance } from 'fastify'
import type { RateLimit } from '../../../authorization/guard/rate-limit.ts'
import type { Checks, RouteRegistry } from '../../../authorization/guard/route-registry.ts'
import { addressOf } from '../client.ts'
import { setConsoleHeaders, setProtectedHeaders, setStandardHeaders } from '../responses/response-headers.ts'
import { canonicalPathCheck, pathChecks } from '../route-path.ts'
import { bodyTimeoutCheck } from './body-timeout.ts'
import type { Check } from './check.ts'
import type { Cors } from './cors.ts'
import { framingCheck } from './framing.ts'
import { createUnknownRouteCheck } from './unknown-route.ts'

/** The steps of a request, in order. */
export interface Steps {
  /** Run when the headers have arrived, before the body is read. */
  readonly beforeBody: readonly Check[]
  /** Run immediately before the handler: the session may have ended while the body arrived. */
  readonly beforeHandler: readonly Check[]
}

/** The steps that each kind of request passes before its handler. */
export interface Pipeline {
  ownRoute(scope: FastifyInstance, checks: Checks, limits: readonly RateLimit[]): Steps
  protectedRoute(scope: FastifyInstance, checks?: 'identity' | 'both'): Steps
  /** For routes of upstream services. For accepted requests, the gateway limits the speed of the body instead of its time. */
  upstreamRoute(scope: FastifyInstance): Steps
  /** The endpoint for proxies, which runs the checks for a request other than its own. */
  readonly authorizeRoute: Steps
  readonly unknownRoute: Steps
  readonly consoleFile: Steps
}

export interface PipelineOptions {
  readonly identityCheck: Check
  readonly permissionCheck: Check
  /** The permission check of calls to upstream services, whose routers are not known. */
  readonly upstreamPermissionCheck: Check
  /** Called for each request to a route without the permission check, after the first identity check. */
  readonly onIdentityOnly?: (() => void) | undefined
  readonly rateLimit: RateLimit
  readonly cors: Cors
  readonly registry: RouteRegistry
}

export function createPipeline(options: PipelineOptions): Pipeline {
  const { identityCheck, permissionCheck, upstreamPermissionCheck } = options
  const { onIdentityOnly, rateLimit, cors, registry } = options
  const authorization: Readonly<Record<Checks, readonly Check[]>> = {
    none: [],
    identity: [identityCheck],
    both: [identityCheck, permissionCheck],
  }

  const firstAuthorization: typeof authorization = onIdentityOnly
    ? { ...authorization, identity: [identityCheck, () => void onIdentityOnly()] }
    : authorization

  return {
    ownRoute: (scope, checks, limits) => ({
      beforeBody: [
        framingCheck,
        setStandardHeaders,
        ...cors.checks,
        ...pathChecks(scope),
        bodyTimeoutCheck,
        ...limits.map(rateLimitCheck),
        ...firstAuthorization[checks],
      ],
      beforeHandler: authorization[checks],
    }),

    protectedRoute: (scope, checks = 'both') => ({
      beforeBody: [
        framingCheck,
        setProtectedHeaders,
        ...cors.checks,
        ...pathChecks(scope),
        bodyTimeoutCheck,
        rateLimitCheck(rateLimit),
        ...firstAuthorization[checks],
      ],
      beforeHandler: authorization[checks],
    }),

    upstreamRoute: (scope) => ({
      beforeBody: [
        framingCheck,
        setStandardHeaders,
        ...cors.checks,
        ...pathChecks(scope),
        bodyTimeoutCheck,
        rateLimitCheck(rateLimit),
        identityCheck,
        upstreamPermissionCheck,
      ],
      beforeHandler: [identityCheck, upstreamPermissionCheck],
    }),

    authorizeRoute: { beforeBody: [framingCheck, setStandardHeaders, bodyTimeoutCheck], beforeHandler: [] },

    unknownRoute: {
      beforeBody: [
        framingCheck,
        setStandardHeaders,
        ...cors.checks,
        canonicalPathCheck,
        bodyTimeoutCheck,
        rateLimitCheck(rateLimit),
        createUnknownRouteCheck(registry, cors),
      ],
      beforeHandler: [],
    },

    consoleFile: {
      beforeBody: [
        framingCheck,
        setConsoleHeaders,
        canonicalPathCheck,
        bodyTimeoutCheck,
        rateLimitCheck(rateLimit),
      ],
      beforeHandler: [],
    },
  }
}

function rateLimitCheck(rateLimit: RateLimit): Check {
  return (request) => rateLimit.admit(addressOf(request))
}
