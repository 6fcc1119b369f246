import { method, secondFactorCode, username } from '../../../core/login/endpoints/login-fields.ts'
import { bodySchema, textInput } from '../../../platform/http/endpoint/request-schemas.ts'

export const codeLoginBody = bodySchema('CodeLogin', ['method', 'username', 'uuid', 'code'], {
  ...method('code'),
  username,
  uuid: { ...textInput(64), description: 'As `POST /api/v1/login/code` returned it.' },
  code: { ...textInput(64), description: 'The one-time code that was sent.' },
  secondFactorCode,
})
