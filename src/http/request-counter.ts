import type { onResponseHookHandler } from 'fastify'
import { codeOf } from '../refusal.ts'

export interface RequestCounter {
  request(request: {
    readonly method: string
    readonly route: string | undefined
    readonly code: number
    readonly seconds: number
  }): void
}

/** Returns a hook that counts the requests of a scope of an embedding app. The standalone service counts all requests. */
export function requestCounter(metrics: RequestCounter): onResponseHookHandler {
  return (request, reply, done) => {
    metrics.request({
      method: request.method,
      route: request.routeOptions.url,
      code: reply.refusalReason ? codeOf(reply.refusalReason) : reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    })
    done()
  }
}
