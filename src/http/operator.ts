import type { FastifyRequest } from 'fastify'
import type { Operator } from '../administration/operator.ts'
import type { Identity } from '../token/token-payload.ts'
import { addressOf } from './client.ts'

/** The caller as the one who makes a change. */
export function operatorOf(request: FastifyRequest, identity: Identity): Operator {
  const { userId, username, roleId, sessionId } = identity
  const from = { source: 'http', ipaddr: addressOf(request), requestId: request.id } as const
  return { userId, username, roleId, sessionId, ...from }
}
