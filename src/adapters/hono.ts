import { IncomingMessage, ServerResponse } from 'node:http'
import { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import type { Context, Env, Handler, Hono, MiddlewareHandler } from 'hono'
import type { Identity } from '../platform/http/call/identity.ts'
import type { IncomingCall } from '../platform/http/call/incoming-call.ts'
import type { RefusalResponse } from '../platform/http/call/refusal-response.ts'
import { Refusal } from '../platform/refusal/refusal.ts'
import type { Service } from '../service/service.ts'
import { type CheckedRoute, declareCheckedRoute } from './checked-route.ts'
import {
  type GuardingService,
  type ProtectOptions,
  perMethod,
  type RouteMethod,
  type RouteOptions,
} from './declaration.ts'
import { openRoutes } from './hono-open-routes.ts'
import { markAsCheck } from './marked-checks.ts'
import { CONTENT_HEADERS, framedCallOf } from './node-message.ts'

export type { ProtectOptions, RouteOptions } from './declaration.ts'
export { openRoutes } from './hono-open-routes.ts'

/**
 * Returns the middleware that handles the requests to the service's own endpoints. It needs `@hono/node-server`.
 *
 * @example
 * app.use(endpoints(service))
 */
export function endpoints(service: Pick<Service, 'endpoints'>): MiddlewareHandler {
  return async (c, next) => {
    const { incoming, outgoing } = c.env ?? {}
    if (incoming instanceof Http2ServerRequest || outgoing instanceof Http2ServerResponse) {
      throw new Error(HTTP2_REFUSED)
    }
    if (!(incoming instanceof IncomingMessage) || !(outgoing instanceof ServerResponse)) return next()
    const isHandled = await new Promise<boolean>((resolve, reject) => {
      outgoing.once('close', () => resolve(true))
      service.endpoints(incoming, outgoing, (error) => (error ? reject(error) : resolve(false)))
    })
    if (!isHandled) return next()
    // Hono would add the headers of earlier middleware to a copy of the response.
    c.res = undefined
    // The server of Hono reads this header only of Node's own responses, and `clone` creates one.
    c.res = new Response(null, { headers: ALREADY_SENT }).clone()
    return
  }
}

const HTTP2_REFUSED =
  'castellan/hono does not support HTTP/2: use the server of HTTP/1, behind a proxy that accepts HTTP/2'

/** Tells the server of Hono that the response was sent without it. */
const ALREADY_SENT = { 'x-hono-already-sent': 'true' }

/** The environment of a protected handler: `c.get('identity')` is the caller. */
export type ProtectedEnv<E extends Env> = E & { Variables: { readonly identity: Identity } }

type Declare<E extends Env> = <Path extends string>(
  path: Path,
  ...handlers: (RouteOptions | Handler<ProtectedEnv<E>, Path>)[]
) => void

/** Declares routes whose handlers run only after both checks. */
export type ProtectedRoutes<E extends Env> = { readonly [Method in RouteMethod]: Declare<E> }

/**
 * Returns functions that declare protected routes of a Hono app, which runs with `@hono/node-server`. The checks run
 * before the first handler, and again before each handler, because an earlier one may have read the body.
 *
 * @example
 * const app = new Hono()
 * const routes = protect(service, app)
 * routes.get('/api/v1/orders/:id', (c) => c.json({ readBy: c.get('identity').username }))
 * routes.get('/api/v1/news', { permission: false }, listNews)
 */
export function protect<E extends Env>(
  service: GuardingService,
  app: Hono<E>,
  { prefix = '' }: ProtectOptions = {},
): ProtectedRoutes<E> {
  // The list of a mounted app has paths without the prefix. That of the app which mounts it is complete.
  if (prefix === '') service.addOpenRoutes(() => openRoutes(app))
  const declare =
    (method: RouteMethod): Declare<E> =>
    (path, ...given) => {
      const route = declareCheckedRoute<Context, AnyHandler>(service, { method, prefix, path, given })

      const check: MiddlewareHandler = async (c, next) => {
        const result = await route.check(c, callOfContext(c))
        if (!result.allowed) return refuse(c, result.response)
        c.set('identity', result.identity)
        await next()
        result.watched?.responded(c.res.status)
        // After the handler, which can set another value.
        for (const [name, value] of Object.entries(result.headers))
          if (!c.res.headers.has(name)) c.header(name, value)
      }
      app.on(
        method.toUpperCase(),
        path,
        markAsCheck(check),
        ...route.handlers.map((handler) => checkAgainBefore(handler, route)),
      )
    }
  return perMethod(declare)
}

// Hono's own type of a handler depends on the path; here only the call matters.
type AnyHandler = (c: never, next: () => Promise<void>) => unknown

function checkAgainBefore(
  handler: AnyHandler,
  route: Pick<CheckedRoute<Context, AnyHandler>, 'checkAgain' | 'run'>,
): MiddlewareHandler {
  return async (c, next) => {
    const result = await route.checkAgain(c)
    if (!result.allowed) return refuse(c, result.response)
    // An earlier handler may have replaced it.
    c.set('identity', result.identity)
    try {
      return (await route.run(c, () => handler(c as never, next))) as Response | undefined
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return refuse(c, result.refuse(error).response)
    }
  }
}

/** Replaces the response. Hono itself would prefer the headers of the replaced one, such as its length. */
function refuse(c: Context, { status, headers, body }: RefusalResponse): void {
  const refused = new Headers(headers)
  const own = new Set([...refused.keys(), ...CONTENT_HEADERS])
  for (const [name, value] of c.res.headers) if (!own.has(name)) refused.append(name, value)
  c.res = undefined
  c.res = new Response(body, { status, headers: refused })
}

/** Returns the request as Node has received it. Elsewhere, such as in `app.request`, only the web request exists. */
function callOfContext(c: Context): IncomingCall {
  const incoming: unknown = c.env?.incoming
  if (incoming instanceof Http2ServerRequest) throw new Error(HTTP2_REFUSED)
  if (incoming instanceof IncomingMessage) return framedCallOf(incoming)
  const { pathname, search } = new URL(c.req.url)
  const headers = Object.fromEntries(c.req.raw.headers)
  return {
    method: c.req.method,
    url: `${pathname}${search}`,
    headers,
    remoteAddress: '',
  }
}
