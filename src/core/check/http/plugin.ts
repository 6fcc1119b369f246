import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { OnRefusal } from '../../../platform/http/call/refused-call.ts'
import type { TrustedProxies } from '../../../platform/http/call/trusted-proxies.ts'
import { validateStrictly } from '../../../platform/http/endpoint/validation.ts'
import { acceptOnlyJson } from '../../../platform/http/steps/json-body.ts'
import { checkBeforeHandler, runInOrder, toHook } from '../../../platform/http/steps/step.ts'
import { sendError } from './envelope.ts'
import type { Pipeline } from './pipeline.ts'
import { observeRefusals } from './refusal-observer.ts'
import { trustProxies } from './request.ts'
import { provideIdentity } from './request-identity.ts'
import { PREFIX, type Route } from './route.ts'

interface RouteOptions {
  readonly routes: readonly Route[]
  readonly pipeline: Pipeline
}

interface PluginOptions extends RouteOptions {
  /** Adds routes with steps of their own. */
  readonly addFurther: (scope: FastifyInstance, pipeline: Pipeline) => void
  readonly onRefusal: OnRefusal
  readonly trustedProxies: TrustedProxies
}

/** Creates the Fastify plugin with the service's routes. Its settings apply to nothing outside its prefix. */
export function createPlugin({
  routes,
  addFurther,
  pipeline,
  onRefusal,
  trustedProxies,
}: PluginOptions): FastifyPluginAsync {
  const api: FastifyPluginAsync = async (scope) => {
    provideIdentity(scope)
    observeRefusals(scope, onRefusal)
    trustProxies(scope, trustedProxies)
    validateStrictly(scope)
    acceptOnlyJson(scope)
    scope.setErrorHandler(sendError)
    addRoutes(scope, { routes, pipeline }, PREFIX)
    addFurther(scope, pipeline)
  }

  /** A separate scope, so that hooks of the routes do not run for unknown paths under the prefix. */
  const unknown: FastifyPluginAsync = async (scope) => {
    const refuse = runInOrder(pipeline.unknownRoute.beforeBody)
    observeRefusals(scope, onRefusal)
    trustProxies(scope, trustedProxies)
    scope.setErrorHandler(sendError)
    scope.addHook(
      'onRequest',
      toHook((request, reply) => (request.is404 ? refuse(request, reply) : undefined)),
    )
    scope.setNotFoundHandler(() => {})
  }

  return async (app) => {
    // The routes first: if they are declared twice, the app gets an error that it can handle.
    await app.register(api, { prefix: PREFIX })
    await app.register(unknown, { prefix: PREFIX })
  }
}

/**
 * Creates the plugin with the routes outside the prefix, for a service with its own app. An embedding app decides about
 * these paths itself.
 */
export function createProbePlugin(options: RouteOptions): FastifyPluginAsync {
  return async (scope) => addRoutes(scope, options, '')
}

function addRoutes(scope: FastifyInstance, { routes, pipeline }: RouteOptions, prefix: string): void {
  for (const route of routes) {
    const { method, path, options } = route
    const { beforeBody, beforeHandler } = pipeline.ownRoute(scope, route)
    scope.route({
      ...options,
      method,
      url: path.slice(prefix.length),
      onRequest: toHook(runInOrder(beforeBody)),
      handler: checkBeforeHandler(options.handler, runInOrder(beforeHandler), sendError),
    })
  }
}
