import type { FastifyRequest } from 'fastify'
import type { Operator } from '../administration/operator.ts'
import { addressOf } from '../http/client.ts'
import { requestIdOf } from '../http/request-id-of.ts'
import { callerOf } from '../http/request-identity.ts'
import type { Identity } from '../token/token-payload.ts'

/** Returns the caller as the operator of a change. */
export function operatorOf(request: FastifyRequest, identity: Identity): Operator {
  const { userId, username, roleId, sessionId, issuedAt: loggedInAt } = identity
  const from = { source: 'http', ipaddr: addressOf(request), requestId: requestIdOf(request) } as const
  return { userId, username, roleId, sessionId, loggedInAt, call: callerOf(request)?.allowedCall, ...from }
}
