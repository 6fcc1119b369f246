import { bodySchema, textInput } from '../../platform/http/endpoint/request-schemas.ts'
import { endpoint } from '../check/http/endpoint.ts'
import type { MyPassword } from './my-password.ts'

const password = textInput(256)

/** Changes the caller's own password. */
export function myPasswordRoute(myPassword: MyPassword) {
  return endpoint({
    operationId: 'changeOwnPassword',
    summary: 'Change your own password',
    description: "Revokes all of the user's tokens, including the one of this request.",
    refusals: ['old-password-wrong', 'changed-meanwhile', 'rate-limited'],
    body: bodySchema('PasswordChange', ['oldPassword', 'newPassword'], {
      oldPassword: password,
      newPassword: password,
    }),
    async handler({ body: { oldPassword, newPassword }, operator }) {
      await myPassword.set(operator, { oldPassword, newPassword })
    },
  })
}
