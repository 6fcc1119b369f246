import { endpoint } from '../../../core/check/http/endpoint.ts'
import { addressOf } from '../../../core/check/http/request.ts'
import type { Captcha } from '../../../core/login/captcha/captcha.ts'
import { captchaFields, verifyCaptcha } from '../../../core/login/captcha/captcha-fields.ts'
import { disabledMethod } from '../../../core/login/login-method.ts'
import type { Behaviour } from '../../../core/settings/mode.ts'
import { languageOf } from '../../../platform/http/call/language.ts'
import { bodySchema, textInput } from '../../../platform/http/endpoint/request-schemas.ts'
import { objectSchema } from '../../../platform/http/endpoint/response-schemas.ts'
import { InvalidParameters } from '../../../platform/refusal/refusal.ts'
import type { LoginCodes } from './login-codes.ts'

const BODY_LIMIT_BYTES = 4 * 1024

const username = { ...textInput(64), description: 'The name of the user who wants to log in.' } as const

const bodies = {
  withCaptcha: bodySchema('CodeRequest', ['username', 'uuid', 'code'], { username, ...captchaFields }),
  withoutCaptcha: bodySchema('CodeRequest', ['username'], { username }),
}

interface Parts {
  readonly loginCodes: LoginCodes | undefined
  readonly captcha: Captcha
  readonly behaviour: Pick<Behaviour, 'captchaMethods'>
}

/** Sends a one-time code. Its captcha is the one of the login, which takes what this request returned. */
export function loginCodeRoute({ loginCodes, captcha, behaviour }: Parts) {
  const captchaRequired = behaviour.captchaMethods.includes('code')
  return endpoint({
    operationId: 'requestLoginCode',
    summary: 'Request a one-time code',
    description:
      'Sends a one-time code to the e-mail address or phone number of the user. The response is the same for users who do not exist, may not log in with a code or have no address. The numbers of codes per username, address and network are limited.',
    response: objectSchema('RequestedCode', {
      uuid: {
        type: 'string',
        pattern: '^[\\w-]{22}$',
        description: 'The identifier of the code, which login takes as `uuid`.',
      },
    }),
    refusals: ['captcha-wrong', 'rate-limited'],
    body: captchaRequired ? bodies.withCaptcha : bodies.withoutCaptcha,
    bodyLimit: BODY_LIMIT_BYTES,
    async handler({ body, request }) {
      if (!loginCodes) throw new InvalidParameters(disabledMethod('code'))
      if (captchaRequired) await verifyCaptcha(body, captcha)
      const uuid = await loginCodes.request({
        username: body.username,
        address: addressOf(request),
        language: languageOf(request.headers['accept-language']),
      })
      return { uuid }
    },
  })
}
