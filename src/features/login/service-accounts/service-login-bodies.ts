import { method, username } from '../../../core/login/endpoints/login-fields.ts'
import { bodySchema, textInput } from '../../../platform/http/endpoint/request-schemas.ts'

const MAX_ASSERTION_LENGTH = 8192

export const serviceLoginBody = bodySchema('ServiceLogin', ['method', 'username', 'secret'], {
  ...method('service'),
  username,
  secret: { ...textInput(128), description: 'A secret of the service account.' },
})

export const assertionLoginBody = bodySchema('ServiceAssertionLogin', ['method', 'assertion'], {
  ...method('service'),
  assertion: {
    ...textInput(MAX_ASSERTION_LENGTH),
    description:
      'A JWT that the service account has signed (RFC 7523): `iss` and `sub` are its name, `aud` is the setting `jwt.issuer`, `exp` is at most 60 s after `iat`, and `jti` is used once.',
  },
})
