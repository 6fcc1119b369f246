import type { Captcha } from '../captcha/captcha.ts'
import type { DocumentedRoute } from '../http/documentation.ts'
import { endpoint } from '../http/endpoint.ts'
import { PASSKEYS_DISABLED } from '../passkey/passkey.ts'
import type { PasskeyLogin } from '../passkey/passkey-login.ts'
import { InvalidParameters } from '../refusal.ts'
import { startedPasskeySchema } from './passkeys.ts'

const BODY_LIMIT_BYTES = 4 * 1024

const text = { type: 'string', minLength: 1, maxLength: 64, format: 'well-formed' } as const

/** Further members of the body are ignored. */
const bodies = {
  withCaptcha: {
    title: 'PasskeyLoginStart',
    type: 'object',
    required: ['uuid', 'code'],
    properties: {
      uuid: { ...text, description: 'The identifier of the captcha.' },
      code: { ...text, description: 'The text of the captcha.' },
    },
  },
  withoutCaptcha: { title: 'PasskeyLoginStart', type: 'object' },
} as const

export interface LoginPasskeyRouteOptions {
  /** Undefined if the method is not enabled. */
  readonly passkeyLogin: Pick<PasskeyLogin, 'start'> | undefined
  readonly captcha: Pick<Captcha, 'verify'>
  readonly captchaRequired: boolean
}

/** Starts a login with a passkey. Its captcha is the one of the login, which takes what this request returned. */
export function loginPasskeyRoute(options: LoginPasskeyRouteOptions): DocumentedRoute {
  const { passkeyLogin, captcha, captchaRequired } = options
  return endpoint({
    operationId: 'startPasskeyLogin',
    tag: 'login',
    summary: 'Start a login with a passkey',
    description:
      'Pass `options` to `navigator.credentials.get`, and its result with `uuid` to the login. Both are valid for one attempt and five minutes.',
    response: { data: startedPasskeySchema },
    refusals: ['captcha-wrong', 'rate-limited'],
    body: captchaRequired ? bodies.withCaptcha : bodies.withoutCaptcha,
    bodyLimit: BODY_LIMIT_BYTES,
    async handler({ body }) {
      if (!passkeyLogin) throw new InvalidParameters(PASSKEYS_DISABLED)
      if (captchaRequired) await captcha.verify(textOf(body, 'uuid'), textOf(body, 'code'))
      return { data: await passkeyLogin.start() }
    },
  })
}

function textOf(body: object, name: 'uuid' | 'code'): string {
  const value: unknown = Reflect.get(body, name)
  return typeof value === 'string' ? value : ''
}
