import type { FastifyRequest } from 'fastify'
import type { Operator } from '../audit-log/operator.ts'
import type { Identity } from '../token/token-payload.ts'
import { addressOf } from './client.ts'

/** The caller as the one who makes a change. */
export function operatorOf(request: FastifyRequest, { userId, username, roleId }: Identity): Operator {
  return { userId, username, roleId, source: 'http', ipaddr: addressOf(request), requestId: request.id }
}
