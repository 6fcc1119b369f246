import type { FastifyInstance } from 'fastify'
import type { Identity } from '../token/token-payload.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is calling. Set by the identity check; not there on routes that have none. */
    identity?: Identity | null
  }
}

/** Gives the requests of this scope their place for the identity, where no scope around it has. */
export function provideIdentity(scope: FastifyInstance): void {
  if (!scope.hasRequestDecorator('identity')) scope.decorateRequest('identity', null)
}
