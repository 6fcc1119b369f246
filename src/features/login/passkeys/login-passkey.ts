import { endpoint } from '../../../core/check/http/endpoint.ts'
import type { Captcha } from '../../../core/login/captcha/captcha.ts'
import { captchaFields, verifyCaptcha } from '../../../core/login/captcha/captcha-fields.ts'
import { disabledMethod } from '../../../core/login/login-method.ts'
import type { Behaviour } from '../../../core/settings/mode.ts'
import { bodySchema } from '../../../platform/http/endpoint/request-schemas.ts'
import { InvalidParameters } from '../../../platform/refusal/refusal.ts'
import type { PasskeyLogin } from './passkey-login.ts'
import { startedPasskeySchema } from './passkeys-endpoints.ts'

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
