import type { Allowed, CheckResult } from '../core/check/guard.ts'
import type { IncomingCall } from '../platform/http/call/incoming-call.ts'
import {
  declareRoute,
  type GuardingService,
  type RouteMethod,
  type RouteOptions,
  splitArguments,
} from './declaration.ts'

/** A declared route of a framework, with the checks of its requests. */
export interface CheckedRoute<Request extends object, Handler> {
  readonly handlers: readonly Handler[]
  /** Runs the checks before the first handler. */
  check(request: Request, call: IncomingCall): Promise<CheckResult>
  /** Repeats the checks. Rejects if the request has not passed the first ones. */
  checkAgain(request: Request): Promise<CheckResult>
  /** Calls a handler of a request that has passed the checks. */
  run<T>(request: Request, handler: () => T): T
}

interface CheckedRouteOptions<Handler> {
  readonly method: RouteMethod
  readonly prefix: string
  readonly path: string
  /** The options of the route, if there are any, and its handlers. */
  readonly given: readonly (RouteOptions | Handler)[]
}

/** Lists a route of the app, and returns its handlers and its checks. */
export function declareCheckedRoute<Request extends object, Handler extends (...args: never[]) => unknown>(
  service: GuardingService,
  { method, prefix, path, given }: CheckedRouteOptions<Handler>,
): CheckedRoute<Request, Handler> {
  const { options, handlers } = splitArguments(given)
  const checkOptions = declareRoute(service, { method, prefix, path, options })
  const passed = new WeakMap<Request, Allowed>()
  return {
    handlers,
    async check(request, call) {
      const result = await service.check(call, checkOptions)
      if (result.allowed) passed.set(request, result)
      return result
    },
    async checkAgain(request) {
      const first = passed.get(request)
      if (!first) throw new Error('a protected handler was called without a check')
      return first.checkAgain()
    },
    run(request, handler) {
      const watched = passed.get(request)?.watched
      return watched ? watched.run(handler) : handler()
    },
  }
}
