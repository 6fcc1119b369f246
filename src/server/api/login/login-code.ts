import type { Captcha } from '../../../authentication/captcha/captcha.ts'
import type { LoginCodes } from '../../../authentication/code/login-codes.ts'
import { disabledMethod } from '../../../authentication/login/login-method.ts'
import { languageOf } from '../../../authorization/guard/language.ts'
import { InvalidParameters } from '../../../foundation/refusal/refusal.ts'
import type { Behaviour } from '../../../settings/mode.ts'
import { endpoint } from '../../http/endpoint.ts'
import { addressOf } from '../../http/request.ts'
import { bodySchema, textInput } from '../request-schemas.ts'
import { objectSchema } from '../response-schemas.ts'
import { captchaFields, verifyCaptcha } from './captcha-fields.ts'

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
