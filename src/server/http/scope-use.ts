import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'

/** Finds handlers of routes with `dataScope: true` that do not ask for the data scope of the caller. */
export interface ScopeUse {
  /** Records that the handler that is running has asked for a scope. */
  asked(): void
  /** Returns a handler that is watched. */
  watch(handler: RouteHandlerMethod): RouteHandlerMethod
  /** Reports a handler that has responded without asking, once per route. */
  responded(request: FastifyRequest, reply: FastifyReply): void
}

/** For development: every handler that is watched runs in an asynchronous context of its own. */
export function createScopeUse(onForgotten: (route: string) => void): ScopeUse {
  const current = new AsyncLocalStorage<{ hasAsked: boolean }>()
  const uses = new WeakMap<FastifyRequest, { hasAsked: boolean }>()
  const reported = new Set<string>()
  return {
    asked() {
      const use = current.getStore()
      if (use) use.hasAsked = true
    },
    watch(handler) {
      return function (request, reply) {
        const use = { hasAsked: false }
        uses.set(request, use)
        return current.run(use, () => handler.call(this, request, reply))
      }
    },
    responded(request, reply) {
      const use = uses.get(request)
      // A handler that refuses or fails shows no rows.
      if (!use || use.hasAsked || reply.refusalReason || reply.statusCode >= 400) return
      const route = `${request.method} ${request.routeOptions.url}`
      if (reported.has(route)) return
      reported.add(route)
      onForgotten(route)
    },
  }
}
