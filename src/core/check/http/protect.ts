import type { FastifyPluginAsync, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { OnRefusal } from '../../../platform/http/call/refused-call.ts'
import type { TrustedProxies } from '../../../platform/http/call/trusted-proxies.ts'
import { setProtectedHeaders } from '../../../platform/http/responses/response-headers.ts'
import { checkBeforeHandler, runInOrder, toHook } from '../../../platform/http/steps/step.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import type { RouteRegistry } from '../routes/route-registry.ts'
import type { ScopeUse, WatchedCall } from '../scope-use.ts'
import { sendError, sendRefusal } from './envelope.ts'
import { listOpenRoutes } from './open-routes.ts'
import type { Pipeline } from './pipeline.ts'
import { observeRefusals } from './refusal-observer.ts'
import { trustProxies } from './request.ts'
import { provideIdentity } from './request-identity.ts'

const IDENTITY_ONLY: unique symbol = Symbol('only the identity check')

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Behind `protect`: `false` lets every logged-in user call the route; only the identity check runs. */
    readonly permission?: boolean
    /** Behind `protect`: `true` if the handler shows or changes only rows of the caller's data scope. In `dev`, this is checked. */
    readonly dataScope?: boolean
    /** Whether `permission` was `false` when the route was declared. */
    readonly [IDENTITY_ONLY]?: boolean
  }
}

interface ProtectOptions {
  readonly pipeline: Pipeline
  readonly registry: RouteRegistry
  readonly onRefusal: OnRefusal
  readonly trustedProxies: TrustedProxies
  /** Missing: nobody is watching whether handlers ask for data scopes. */
  readonly scopeUse?: ScopeUse | undefined
}

/** Creates the function that puts both checks in front of every route that is declared in a scope of an app. */
export function createProtect({ pipeline, registry, onRefusal, trustedProxies, scopeUse }: ProtectOptions) {
  return (declare: FastifyPluginAsync): FastifyPluginAsync =>
    async (scope, options) => {
      const watched = scopeUse && watchedRequests(scopeUse)
      provideIdentity(scope)
      observeRefusals(scope, onRefusal)
      trustProxies(scope, trustedProxies)
      // A handler may throw a refusal too. All other errors of the handlers belong to the app.
      scope.setErrorHandler((error, request, reply) => {
        if (!(error instanceof Refusal)) throw error
        // A hook of the app that refuses may have run before the pipeline.
        setProtectedHeaders(request, reply)
        return sendRefusal(request, reply, error)
      })
      const both = pipeline.protectedRoute(scope, 'both')
      const identityOnly = pipeline.protectedRoute(scope, 'identity')
      const checkBoth = runInOrder(both.beforeBody)
      const checkIdentity = runInOrder(identityOnly.beforeBody)
      // Refusals are sent directly: the app's error handler must not change them.
      scope.addHook(
        'onRequest',
        toHook((request, reply) => {
          const check = request.routeOptions.config[IDENTITY_ONLY] === true ? checkIdentity : checkBoth
          return check(request, reply)
        }, sendError),
      )
      scope.addHook('onRoute', (route) => {
        // Every logged-in user may call such a route. This is decided when the route is declared: a handler cannot change it for
        // later requests.
        const isIdentityOnly = !isTrue('permission', route.config?.permission, true)
        const hasDataScope = isTrue('dataScope', route.config?.dataScope, false)
        route.config = { ...route.config, [IDENTITY_ONLY]: isIdentityOnly }
        for (const method of [route.method].flat())
          registry.add('app', {
            method,
            path: route.url,
            checks: isIdentityOnly ? 'identity' : 'both',
            ...(hasDataScope ? { dataScope: true } : {}),
          })
        const { beforeHandler } = isIdentityOnly ? identityOnly : both
        const handler = hasDataScope && watched ? watched.handler(route.handler) : route.handler
        route.handler = checkBeforeHandler(handler, runInOrder(beforeHandler), sendError)
      })
      if (watched)
        scope.addHook('onResponse', async (request, { refusalReason, statusCode }) => {
          if (refusalReason === undefined) watched.responded(request, statusCode)
        })
      scope.addHook('onReady', async () => listOpenRoutes(scope, registry))
      await declare(scope, options)
    }
}

/** Watches handlers by their requests. */
function watchedRequests(scopeUse: ScopeUse) {
  const calls = new WeakMap<FastifyRequest, WatchedCall>()
  return {
    handler(handler: RouteHandlerMethod): RouteHandlerMethod {
      return function (request, reply) {
        const call = scopeUse.watch(`${request.method} ${request.routeOptions.url}`)
        calls.set(request, call)
        return call.run(() => handler.call(this, request, reply))
      }
    },
    responded: (request: FastifyRequest, status: number) => calls.get(request)?.responded(status),
  }
}

/** Returns the value of an option, which an app without types may have mistaken. */
function isTrue(name: string, value: unknown, byDefault: boolean): boolean {
  if (value === undefined) return byDefault
  if (typeof value !== 'boolean') throw new TypeError(`protect: ${name} must be true or false`)
  return value
}
