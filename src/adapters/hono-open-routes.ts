import type { Env, Hono } from 'hono'
import type { AppRoute } from '../core/check/routes/route-registry.ts'
import { ANY_METHOD } from '../platform/http/call/method.ts'
import { isCheck } from './marked-checks.ts'

const ALL_METHODS = 'ALL'

/**
 * Returns the routes of a Hono app that were declared without `protect`, including those of sub-apps that it has mounted
 * with `app.route`. Call it after the last declaration. Middleware (`app.use`) and apps of other frameworks (`app.mount`)
 * are not routes.
 *
 * @example
 * openRoutes(app) // [{ method: 'GET', path: '/status', checks: 'none' }]
 */
export function openRoutes<E extends Env>(app: Hono<E>): AppRoute[] {
  const guarded = new Set<string>()
  const open = new Map<string, AppRoute>()
  for (const { method, path, handler } of app.routes) {
    const key = `${method} ${path}`
    if (isCheck(handler)) guarded.add(key)
    // A handler that was declared before the check runs without it.
    else if (!guarded.has(key) && !isMiddleware(method, handler))
      open.set(key, { method: method === ALL_METHODS ? ANY_METHOD : method, path, checks: 'none' })
  }
  return [...open.values()]
}

/** Hono lists middleware as a handler for all methods. It has a second parameter, unlike most handlers. */
function isMiddleware(method: string, handler: (...args: never[]) => unknown): boolean {
  return method === ALL_METHODS && handler.length > 1
}
