import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../../../platform/observability/metrics.ts'
import { codeOf } from '../../../platform/refusal/refusal.ts'
import { recordResponse, secondsToResponse } from './access-log.ts'

/** Counts the requests of a scope of an embedding app. The standalone service counts all requests. */
export function countRequests(app: FastifyInstance, metrics: Pick<Metrics, 'request'>): void {
  app.addHook('onRequest', (request, _reply, done) => {
    request.receivedAt ??= performance.now()
    done()
  })
  app.addHook('onSend', (request, _reply, _payload, done) => {
    recordResponse(request)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    metrics.request({
      method: request.method,
      route: request.routeOptions.url,
      code: reply.refusalReason ? codeOf(reply.refusalReason) : reply.statusCode,
      seconds: secondsToResponse(request),
    })
    done()
  })
}
