import type { FastifyInstance } from 'fastify'
import type { CorsRules } from '../../../platform/http/call/cors-rules.ts'
import { checkFraming, framingOf } from '../../../platform/http/call/framing.ts'
import { allowedMethods } from '../../../platform/http/call/method.ts'
import type { RateLimit } from '../../../platform/http/call/rate-limit.ts'
import {
  setConsoleHeaders,
  setProtectedHeaders,
  setStandardHeaders,
} from '../../../platform/http/responses/response-headers.ts'
import { neverContinue, type Step } from '../../../platform/http/steps/step.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import type { ScopeOf } from '../../data-scope/scope-of.ts'
import type { CallerCheck, RequiredChecks } from '../caller-check.ts'
import type { Checks, RouteRegistry } from '../routes/route-registry.ts'
import { limitBodyTime } from './body-timeout.ts'
import { addressOf, pathOf } from './request.ts'
import { callerStep } from './request-identity.ts'
import { canonicalPathCheck, pathChecks } from './route-path.ts'
import { type DataAccess, scopeStep } from './scope-step.ts'

/** The steps of a request, in order. */
export interface Steps {
  /** Run when the headers have arrived, before the body is read. */
  readonly beforeBody: readonly Step[]
  /** Run immediately before the handler: the session may have ended while the body arrived. */
  readonly beforeHandler: readonly Step[]
}

/** What decides about the steps of a route of the service. */
export interface OwnRoute {
  readonly checks: Checks
  /** Whose data the route concerns. Present on the routes with the permission check. */
  readonly data?: DataAccess
  /** The rate limits that count each request. */
  readonly limits: readonly RateLimit[]
}

export type Pipeline = ReturnType<typeof createPipeline>

interface PipelineOptions {
  readonly callerCheck: CallerCheck
  /** The checks of calls to upstream services, whose routers are not known. */
  readonly upstreamCallerCheck: CallerCheck
  readonly scopeOf: ScopeOf
  readonly rateLimit: RateLimit
  readonly cors: CorsRules
  readonly registry: RouteRegistry
}

/** Creates the steps that each kind of request passes before its handler. */
export function createPipeline(options: PipelineOptions) {
  const { callerCheck, upstreamCallerCheck, rateLimit, cors, registry, scopeOf } = options

  const setCorsHeaders: Step = (request, reply) => void reply.headers(cors.headersFor(request))
  const corsSteps = cors.origins.size === 0 ? [] : [setCorsHeaders]

  /** Returns the steps before the checks of the caller. */
  const arrival = (
    setHeaders: Step,
    checksOfPath: readonly Step[],
    limits: readonly RateLimit[],
  ): readonly Step[] => [
    framingCheck,
    setHeaders,
    ...corsSteps,
    ...checksOfPath,
    limitBodyTime,
    ...limits.map(rateLimitCheck),
  ]

  return {
    ownRoute(scope: FastifyInstance, { checks, data, limits }: OwnRoute): Steps {
      const isScoped = data === 'scoped' || data === 'all-only'
      const callerSteps =
        checks === 'none' ? [] : [callerStep(callerCheck, { checks, readsDepartment: isScoped })]
      const beforeHandler = isScoped ? [...callerSteps, scopeStep(scopeOf, data)] : callerSteps
      const beforeBody = [...arrival(setStandardHeaders, pathChecks(scope), limits), ...beforeHandler]
      return { beforeBody, beforeHandler }
    },

    protectedRoute(scope: FastifyInstance, checks: RequiredChecks['checks'] = 'both'): Steps {
      const step = callerStep(callerCheck, { checks, readsDepartment: true })
      return {
        beforeBody: [...arrival(setProtectedHeaders, pathChecks(scope), [rateLimit]), step],
        beforeHandler: [step],
      }
    },

    /** For routes of upstream services. For accepted requests, the gateway limits the speed of the body instead of its time. */
    upstreamRoute: (scope: FastifyInstance): Steps => ({
      beforeBody: [
        ...arrival(setStandardHeaders, pathChecks(scope), [rateLimit]),
        callerStep(upstreamCallerCheck, { checks: 'both', readsDepartment: true }),
      ],
      // Open WebSockets are checked again and again. That must not read the database.
      beforeHandler: [callerStep(upstreamCallerCheck, { checks: 'both', readsDepartment: false })],
    }),

    /** The endpoint for proxies, which runs the checks for a request other than its own. */
    authorizeRoute: { beforeBody: [framingCheck, setStandardHeaders, limitBodyTime], beforeHandler: [] },

    unknownRoute: {
      beforeBody: [
        ...arrival(setStandardHeaders, [canonicalPathCheck], [rateLimit]),
        createUnknownRouteStep(registry, cors),
      ],
      beforeHandler: [],
    },

    consoleFile: {
      beforeBody: [
        framingCheck,
        setConsoleHeaders,
        canonicalPathCheck,
        limitBodyTime,
        rateLimitCheck(rateLimit),
      ],
      beforeHandler: [],
    },
  }
}

/** Refuses requests that can be read in two ways, and all that follow on their connection. */
export const framingCheck: Step = (request, reply) => {
  try {
    checkFraming(framingOf(request.raw))
  } catch (refusal) {
    setStandardHeaders(request, reply)
    throw refusal
  }
}

function rateLimitCheck(rateLimit: RateLimit): Step {
  return (request) => rateLimit.admit(addressOf(request))
}

/**
 * Creates the step that ends every request to an unknown route: 404 for an unknown path, 405 for a path that is served
 * under other methods, or the response to a CORS preflight request.
 */
function createUnknownRouteStep(registry: RouteRegistry, cors: CorsRules): Step {
  return (request, reply) => {
    const methods = allowedMethods(registry.methodsOf(pathOf(request)))
    if (methods.length === 0) throw new Refusal('route-unknown')
    if (!cors.isPreflight(request)) throw new Refusal('method-not-allowed', { allow: methods.join(', ') })
    reply.code(204).headers(cors.preflightHeaders(request, methods)).send()
    return neverContinue()
  }
}
