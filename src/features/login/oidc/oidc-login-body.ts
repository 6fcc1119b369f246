import { method, secondFactorCode } from '../../../core/login/endpoints/login-fields.ts'
import { bodySchema, textInput } from '../../../platform/http/endpoint/request-schemas.ts'
import { MAX_ISSUER_LENGTH } from './settings/oidc-provider.ts'

const MAX_AUTHORIZATION_CODE_LENGTH = 8192

export const oidcLoginBody = bodySchema('OidcLogin', ['method', 'code', 'state'], {
  ...method('oidc'),
  code: {
    ...textInput(MAX_AUTHORIZATION_CODE_LENGTH),
    description: 'The authorization code of the provider.',
  },
  state: { ...textInput(64), description: 'As the provider returned it.' },
  iss: { ...textInput(MAX_ISSUER_LENGTH), description: 'As the provider returned it, if it did.' },
  secondFactorCode,
})
