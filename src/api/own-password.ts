import type { RouteShorthandOptionsWithHandler } from 'fastify'
import type { OwnPassword } from '../administration/own-password.ts'
import { endpoint } from '../http/endpoint.ts'
import { operatorOf } from './operator.ts'

const password = { type: 'string', minLength: 1, maxLength: 256, format: 'well-formed' } as const

/** Changes the caller's own password. */
export function ownPasswordRoute(ownPassword: OwnPassword): RouteShorthandOptionsWithHandler {
  return endpoint({
    body: {
      type: 'object',
      required: ['oldPassword', 'newPassword'],
      properties: { oldPassword: password, newPassword: password },
    } as const,
    async handler({ body: { oldPassword, newPassword }, request, identity }) {
      await ownPassword.set(operatorOf(request, identity), { oldPassword, newPassword })
      return { data: null }
    },
  })
}
