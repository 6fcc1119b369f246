import type { FastifyPluginAsync } from 'fastify'
import type { Identity } from '../../src/index.ts'

export interface HandlerRun {
  readonly method: string
  readonly url: string
  readonly identity: Identity | null | undefined
}

/** Routes of an app around the service that note when their handler runs, and for whom. */
export interface HandlerRuns {
  /** Declares the routes, each written as `GET /api/v1/orders`. They answer with `{ ran: true }`. */
  routes(...endpoints: string[]): FastifyPluginAsync
  /** The runs since the last time this was asked. */
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
