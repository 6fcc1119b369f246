import type { OwnPassword } from '../../../administration/own/own-password.ts'
import { endpoint } from '../../http/endpoint.ts'

const password = { type: 'string', minLength: 1, maxLength: 256, format: 'well-formed' } as const

/** Changes the caller's own password. */
export function ownPasswordRoute(ownPassword: OwnPassword) {
  return endpoint({
    operationId: 'changeOwnPassword',
    summary: 'Change your own password',
    description: "Revokes all of the user's tokens, including the one of this request.",
    refusals: ['old-password-wrong', 'changed-meanwhile', 'rate-limited'],
    body: {
      title: 'PasswordChange',
      type: 'object',
      required: ['oldPassword', 'newPassword'],
      properties: { oldPassword: password, newPassword: password },
    } as const,
    async handler({ body: { oldPassword, newPassword }, operator }) {
      await ownPassword.set(operator, { oldPassword, newPassword })
    },
  })
}
