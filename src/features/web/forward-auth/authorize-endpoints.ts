import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { successBody } from '../../../core/check/http/envelope.ts'
import type { Pipeline } from '../../../core/check/http/pipeline.ts'
import { PREFIX } from '../../../core/check/http/route.ts'
import { callOfMessage, pathOfCall } from '../../../platform/http/call/incoming-call.ts'
import { METHODS } from '../../../platform/http/call/method.ts'
import { JSON_TYPE } from '../../../platform/http/call/refusal-response.ts'
import { requestIdOf } from '../../../platform/http/call/request-id.ts'
import { neverContinue, runInOrder, type Step, toHook } from '../../../platform/http/steps/step.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import type { Authorization, Authorize } from './authorize.ts'

export const AUTHORIZE_PATH = `${PREFIX}/authorize`

/** Envoy adds the original path to the path of the endpoint. */
const PATHS = [AUTHORIZE_PATH, `${AUTHORIZE_PATH}/*`]

/** Returns what `GET /api/v1/route` lists: every method that a rule can name. */
export function authorizeRoutesOf() {
  return PATHS.flatMap((path) =>
    METHODS.map((method) => ({ method, path, checks: 'none' as const, decidesForProxies: true })),
  )
}

/**
 * Adds the endpoint for proxies, which accepts every method. It responds before a body is read: the decision does not
 * depend on it.
 */
export function addAuthorizeRoutes(
  scope: FastifyInstance,
  { authorize, pipeline }: { authorize: Authorize; pipeline: Pipeline },
): void {
  const respond: Step = async (request, reply) => {
    const { raw } = request
    send(request, reply, await authorize({ ...callOfMessage(raw), requestId: requestIdOf(raw) }))
    await neverContinue()
  }
  for (const path of PATHS) {
    scope.route({
      method: scope.supportedMethods,
      url: path.slice(PREFIX.length),
      onRequest: toHook(runInOrder([...pipeline.authorizeRoute.beforeBody, respond])),
      // Never called: the hook responds.
      handler: () => Promise.reject(new Refusal('fault')),
    })
  }
}

function send(request: FastifyRequest, reply: FastifyReply, decision: Authorization): void {
  const { original, headers } = decision
  if (original) {
    const username = decision.identity?.username
    request.originalCall = { method: original.method, path: pathOfCall(original), username }
  }
  reply.headers(headers)
  if (decision.identity) {
    reply.code(200).send(successBody(request, {}))
    return
  }
  if (decision.refusal) reply.refusalReason = decision.refusal.reason
  reply.code(decision.status).type(JSON_TYPE).send(decision.body)
}
