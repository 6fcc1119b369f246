import type { Captcha } from '../../../authentication/captcha/captcha.ts'
import { disabledMethod } from '../../../authentication/login/login-method.ts'
import type { PasskeyLogin } from '../../../authentication/passkey/passkey-login.ts'
import { InvalidParameters } from '../../../foundation/refusal/refusal.ts'
import type { Behaviour } from '../../../settings/mode.ts'
import { endpoint } from '../../http/endpoint.ts'
import { startedPasskeySchema } from '../own/passkeys.ts'
import { bodySchema } from '../request-schemas.ts'
import { captchaFields, verifyCaptcha } from './captcha-fields.ts'

const BODY_LIMIT_BYTES = 4 * 1024

const bodies = {
  withCaptcha: bodySchema('PasskeyLoginStart', ['uuid', 'code'], captchaFields),
  withoutCaptcha: { title: 'PasskeyLoginStart', type: 'object' },
} as const

interface Parts {
  readonly passkeyLogin: PasskeyLogin | undefined
  readonly captcha: Captcha
  readonly behaviour: Pick<Behaviour, 'captchaMethods'>
}

/** Starts a login with a passkey. Its captcha is the one of the login, which takes what this request returned. */
export function loginPasskeyRoute({ passkeyLogin, captcha, behaviour }: Parts) {
  const captchaRequired = behaviour.captchaMethods.includes('passkey')
  return endpoint({
    operationId: 'startPasskeyLogin',
    summary: 'Start a login with a passkey',
    description:
      'Pass `options` to `navigator.credentials.get`, and its result with `uuid` to the login. Both are valid for one attempt and five minutes.',
    response: startedPasskeySchema,
    refusals: ['captcha-wrong', 'rate-limited'],
    body: captchaRequired ? bodies.withCaptcha : bodies.withoutCaptcha,
    bodyLimit: BODY_LIMIT_BYTES,
    async handler({ body }) {
      if (!passkeyLogin) throw new InvalidParameters(disabledMethod('passkey'))
      if (captchaRequired) await verifyCaptcha(body, captcha)
      return passkeyLogin.start()
    },
  })
}
