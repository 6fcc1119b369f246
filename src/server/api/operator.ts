import type { FastifyRequest } from 'fastify'
import { requestIdOf } from '../../authorization/guard/request-id.ts'
import type { Identity } from '../../foundation/identity/identity.ts'
import type { Operator } from '../../logs/audit-log/operator.ts'
import { addressOf } from '../http/request.ts'
import { callerOf } from '../http/steps/request-identity.ts'

/** Returns the caller as the operator of a change. */
export function operatorOf(request: FastifyRequest, identity: Identity): Operator {
  const { userId, username, roleId, sessionId, issuedAt: loggedInAt } = identity
  const from = { source: 'http', ipaddr: addressOf(request), requestId: requestIdOf(request.raw) } as const
  return { userId, username, roleId, sessionId, loggedInAt, call: callerOf(request)?.allowedCall, ...from }
}
