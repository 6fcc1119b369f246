import type { IRouter, NextFunction, Request, Response } from 'express'
import type { Identity } from '../platform/http/call/identity.ts'
import { Refusal } from '../platform/refusal/refusal.ts'
import { type CheckedRoute, declareCheckedRoute } from './checked-route.ts'
import {
  type GuardingService,
  type ProtectOptions,
  perMethod,
  type RouteMethod,
  type RouteOptions,
} from './declaration.ts'
import { listOpenRoutes } from './express-open-routes.ts'
import { markAsCheck } from './marked-checks.ts'
import { framedCallOf, sendResponse, setHeaders } from './node-message.ts'

export type { ProtectOptions, RouteOptions } from './declaration.ts'

declare global {
  // Express has only this namespace for further properties of its request.
  namespace Express {
    interface Request {
      /** The caller. Undefined on routes that are not protected. */
      readonly identity?: Identity
    }
  }
}

/** A request whose caller is known. */
export type ProtectedRequest = Request & { readonly identity: Identity }

export type ProtectedHandler = (request: ProtectedRequest, response: Response, next: NextFunction) => unknown

type Declare = (path: string, ...handlers: (RouteOptions | ProtectedHandler)[]) => void

/** Declares routes whose handlers run only after both checks. */
export type ProtectedRoutes = { readonly [Method in RouteMethod]: Declare }

/**
 * Returns functions that declare protected routes of an Express app or router (4 or 5). The checks run when the headers
 * have arrived, and again before each handler, because an earlier one may have read the body.
 *
 * @example
 * const app = express()
 * const routes = protect(service, app)
 * routes.get('/api/v1/orders/:id', (request, response) => response.json({ readBy: request.identity.username }))
 * routes.post('/api/v1/orders', express.json(), (request, response) => response.json(request.body))
 * routes.get('/api/v1/news', { permission: false }, listNews)
 */
export function protect(
  service: GuardingService,
  router: Pick<IRouter, RouteMethod>,
  { prefix = '' }: ProtectOptions = {},
): ProtectedRoutes {
  listOpenRoutes(service, router, prefix)
  const declare =
    (method: RouteMethod): Declare =>
    (path, ...given) => {
      if (given.some((handler) => typeof handler === 'function' && handler.length > 3)) {
        throw new TypeError('protect: an error handler belongs to app.use')
      }
      const route = declareCheckedRoute<Request, ProtectedHandler>(service, { method, prefix, path, given })

      const check = (request: Request, response: Response, next: NextFunction): void => {
        // `url` loses the prefix of a router, and middleware can rewrite it.
        const call = framedCallOf(request, request.originalUrl)
        route.check(request, call).then((result) => {
          if (!result.allowed) return sendResponse(response, result.response)
          setHeaders(response, result.headers)
          const { watched } = result
          if (watched) response.once('finish', () => watched.responded(response.statusCode))
          // Read-only: a handler must not change who is calling.
          Object.defineProperty(request, 'identity', {
            configurable: true,
            enumerable: true,
            value: result.identity,
          })
          next()
        }, next)
      }
      router[method](
        path,
        markAsCheck(check),
        ...route.handlers.map((handler) => checkAgainBefore(handler, route)),
      )
    }
  return perMethod(declare)
}

function checkAgainBefore(
  handler: ProtectedHandler,
  route: Pick<CheckedRoute<Request, ProtectedHandler>, 'checkAgain' | 'run'>,
) {
  return (request: Request, response: Response, next: NextFunction): void => {
    route.checkAgain(request).then((result) => {
      if (!result.allowed) return sendResponse(response, result.response)
      const fail = (error: unknown): void => {
        if (error instanceof Refusal) sendResponse(response, result.refuse(error).response)
        else next(error ?? new Error('a handler failed without an error'))
      }
      route.run(request, () => run(handler, request as ProtectedRequest, response, next, fail))
    }, next)
  }
}

/** Calls a handler. Express 4 does not handle the rejection of a promise. */
function run(
  handler: ProtectedHandler,
  request: ProtectedRequest,
  response: Response,
  next: NextFunction,
  fail: (error: unknown) => void,
): void {
  try {
    Promise.resolve(handler(request, response, next)).catch(fail)
  } catch (error) {
    fail(error)
  }
}
