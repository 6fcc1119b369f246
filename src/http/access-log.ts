import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { RefusalReason } from '../refusal.ts'
import { addressOf } from './client.ts'
import { pathOf } from './request-path.ts'
import './request-identity.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** Why the request was refused, for the access log. */
    refusalReason?: RefusalReason | null
  }
}

/** One line a request. The path alone, never the query: a token may stand there. */
export function logAccess(app: FastifyInstance, logger: FastifyBaseLogger): void {
  app.decorateReply('refusalReason', null)
  app.addHook('onResponse', (request, reply, done) => {
    logger.info(
      {
        reqId: request.id,
        method: request.method,
        path: loggable(pathOf(request)),
        status: reply.statusCode,
        refusal: reply.refusalReason ?? undefined,
        user: request.identity?.username,
        address: addressOf(request),
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
    done()
  })
}

const MAX_PATH = 256

/** A client that puts its token into the path must not find it in the log. */
function loggable(path: string): string {
  const short = path.length > MAX_PATH ? `${path.slice(0, MAX_PATH)}…` : path
  return short.includes('eyJ') ? short.replaceAll(/eyJ[\w.-]*/g, '[token]') : short
}
