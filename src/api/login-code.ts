import type { Captcha } from '../captcha/captcha.ts'
import { languageOf } from '../guard/language.ts'
import { addressOf } from '../http/client.ts'
import type { DocumentedRoute } from '../http/documentation.ts'
import { endpoint } from '../http/endpoint.ts'
import type { LoginCodes } from '../login-code/login-codes.ts'
import { type InputProblem, InvalidParameters } from '../refusal.ts'
import { objectSchema } from './resource-schemas.ts'

const BODY_LIMIT_BYTES = 4 * 1024

const text = { type: 'string', minLength: 1, maxLength: 64, format: 'well-formed' } as const
const username = { ...text, description: 'The name of the user who wants to log in.' } as const

/** Further members of the body are ignored. */
const bodies = {
  withCaptcha: {
    title: 'CodeRequest',
    type: 'object',
    required: ['username', 'uuid', 'code'],
    properties: {
      username,
      uuid: { ...text, description: 'The identifier of the captcha.' },
      code: { ...text, description: 'The text of the captcha.' },
    },
  },
  withoutCaptcha: { title: 'CodeRequest', type: 'object', required: ['username'], properties: { username } },
} as const

const DISABLED: InputProblem = {
  en: 'the login method code is not enabled; GET /api/v1/app-config lists the enabled ones.',
  zh: '未启用登录方式 code，已启用的登录方式见 GET /api/v1/app-config。',
}

export interface LoginCodeRouteOptions {
  /** Undefined if the method is not enabled. */
  readonly loginCodes: Pick<LoginCodes, 'request'> | undefined
  readonly captcha: Pick<Captcha, 'verify'>
  readonly captchaRequired: boolean
}

/** Sends a one-time code. Its captcha is the one of the login, which takes what this request returned. */
export function loginCodeRoute(options: LoginCodeRouteOptions): DocumentedRoute {
  const { loginCodes, captcha, captchaRequired } = options
  return endpoint({
    operationId: 'requestLoginCode',
    tag: 'login',
    summary: 'Request a one-time code',
    description:
      'Sends a one-time code to the e-mail address or phone number of the user. The response is the same for users who do not exist, may not log in with a code or have no address. The numbers of codes per username, address and network are limited.',
    response: {
      data: objectSchema('RequestedCode', {
        uuid: {
          type: 'string',
          pattern: '^[\\w-]{22}$',
          description: 'The identifier of the code, which login takes as `uuid`.',
        },
      }),
    },
    refusals: ['captcha-wrong', 'rate-limited'],
    body: captchaRequired ? bodies.withCaptcha : bodies.withoutCaptcha,
    bodyLimit: BODY_LIMIT_BYTES,
    async handler({ body, request }) {
      if (!loginCodes) throw new InvalidParameters(DISABLED)
      if (captchaRequired) await captcha.verify(textOf(body, 'uuid'), textOf(body, 'code'))
      const language = languageOf(request.headers['accept-language'])
      const uuid = await loginCodes.request({
        username: body.username,
        address: addressOf(request),
        language,
      })
      return { data: { uuid } }
    },
  })
}

function textOf(body: object, name: 'uuid' | 'code'): string {
  const value: unknown = Reflect.get(body, name)
  return typeof value === 'string' ? value : ''
}
