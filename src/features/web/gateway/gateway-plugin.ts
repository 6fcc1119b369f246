import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { sendError } from '../../../core/check/http/envelope.ts'
import { createOpenCalls } from '../../../core/check/http/open-calls.ts'
import type { Pipeline } from '../../../core/check/http/pipeline.ts'
import { provideIdentity } from '../../../core/check/http/request-identity.ts'
import { upgradeOf } from '../../../core/check/http/websocket-upgrade.ts'
import type { ScopeHeaderOf } from '../../../core/data-scope/scope-header.ts'
import type { CorsRules } from '../../../platform/http/call/cors-rules.ts'
import { checkBeforeHandler, runInOrder, type Step, toHook } from '../../../platform/http/steps/step.ts'
import { createOutageLog } from '../../../platform/runtime/outage-log.ts'
import { FORWARDED_METHODS } from '../forward-auth/original-call.ts'
import type { GatewayCall, UpstreamCall } from './gateway-call.ts'
import { headerMatcher } from './header-names.ts'
import { createRequestForwarder } from './request-forwarder.ts'
import { createUpstream } from './upstream.ts'
import { pathsOf } from './upstream-routes.ts'
import type { UpstreamSettings } from './upstream-settings.ts'
import { createWebSocketForwarder } from './websocket-forwarder.ts'

interface GatewayOptions {
  readonly upstreams: readonly UpstreamSettings[]
  readonly signingSecret: string
  readonly scopeHeaderOf: ScopeHeaderOf
  readonly pipeline: Pipeline
  readonly cors: Pick<CorsRules, 'isPreflight'>
  readonly now: () => number
  /** Reports the first failure of an outage of an upstream service. */
  readonly onOutage: (failure: unknown, text: string) => void
  /** Called for each request to an upstream service, with its prefix. */
  readonly startCall: (prefix: string) => UpstreamCall
}

/** Creates the plugin with the routes of the upstream services. */
export function createGatewayPlugin(options: GatewayOptions): FastifyPluginAsync {
  const { upstreams, signingSecret, scopeHeaderOf, pipeline, cors, now, onOutage, startCall } = options
  return async (scope) => {
    provideIdentity(scope)
    scope.setErrorHandler(sendError)
    for (const method of FORWARDED_METHODS) {
      if (!scope.supportedMethods.includes(method)) scope.addHttpMethod(method)
    }
    // Bodies are streamed as they are.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))

    const { beforeBody, beforeHandler } = pipeline.upstreamRoute(scope)
    const check = runInOrder(beforeHandler)
    const openCalls = createOpenCalls()
    scope.addHook('preClose', async () => openCalls.endUnbounded())
    scope.addHook('onClose', async () => openCalls.close())

    for (const settings of upstreams) {
      const outage = createOutageLog((failure) =>
        onOutage(failure, `requests to the upstream service of ${settings.prefix} fail`),
      )
      const upstream = createUpstream(settings)
      scope.addHook('onClose', () => upstream.close())
      const shared = {
        settings,
        signingSecret,
        scopeHeaderOf,
        openCalls,
        outage,
        isRemovedBySettings: headerMatcher(settings.removeHeaders),
        startCall: () => startCall(settings.prefix),
        now,
      }
      const forward = createRequestForwarder({ ...shared, upstream })
      const forwardWebSocket = createWebSocketForwarder(shared)
      const handler = (request: FastifyRequest, reply: FastifyReply): void => {
        const call: GatewayCall = { request, reply, check: () => check(request, reply) }
        const upgrade = upgradeOf(request.raw)
        if (upgrade) forwardWebSocket(call, upgrade)
        else forward(call)
      }
      for (const url of pathsOf(settings.prefix)) {
        scope.route({
          method: [...FORWARDED_METHODS],
          url,
          onRequest: toHook(
            exceptPreflight(cors, runInOrder(beforeBody), runInOrder(pipeline.unknownRoute.beforeBody)),
          ),
          handler: checkBeforeHandler(handler, check, sendError),
        })
      }
    }
  }
}

/** A CORS preflight request has no token. It gets the same response as at every other route. */
function exceptPreflight(cors: GatewayOptions['cors'], check: Step, respond: Step): Step {
  return (request, reply) => (cors.isPreflight(request) ? respond : check)(request, reply)
}
