import type { FastifyPluginAsync } from 'fastify'
import type { Identity } from '../../src/index.ts'

export interface HandlerRun {
  readonly method: string
  readonly url: string
  readonly identity: Identity | null | undefined
}

/** Routes of an embedding app that record the runs of their handlers and the identity of the caller. */
export interface HandlerRuns {
  /** Declares the routes, each written as `GET /api/v1/orders`. They return `{ ran: true }`. */
  routes(...endpoints: string[]): FastifyPluginAsync
  /** Returns the runs since the previous call. */
  take(): HandlerRun[]
}

export function createHandlerRuns(): HandlerRuns {
  let runs: HandlerRun[] = []
  return {
    routes:
      (...endpoints) =>
      async (scope) => {
        for (const endpoint of endpoints) {
          const [method = '', url = ''] = endpoint.split(' ')
          scope.route({
            method,
            url,
            handler: async (request) => {
              runs.push({ method: request.method, url: request.url, identity: request.identity })
              return { ran: true }
            },
          })
        }
      },
    take() {
      const taken = runs
      runs = []
      return taken
    },
  }
}
