import { method } from '../../../core/login/endpoints/login-fields.ts'
import { bodySchema, textInput } from '../../../platform/http/endpoint/request-schemas.ts'
import { ASSERTION_SCHEMA } from './passkey-credential.ts'

export const passkeyLoginBody = bodySchema('PasskeyLogin', ['method', 'uuid', 'credential'], {
  ...method('passkey'),
  uuid: { ...textInput(64), description: 'As `POST /api/v1/login/passkey` returned it.' },
  credential: ASSERTION_SCHEMA,
})
