import { endpoint } from '../../../core/check/http/endpoint.ts'
import { addressOf, clientOf } from '../../../core/check/http/request.ts'
import type { Captcha } from '../../../core/login/captcha/captcha.ts'
import { captchaFields, verifyCaptcha } from '../../../core/login/captcha/captcha-fields.ts'
import type { Behaviour } from '../../../core/settings/mode.ts'
import { languageOf } from '../../../platform/http/call/language.ts'
import { requestIdOf } from '../../../platform/http/call/request-id.ts'
import { bodySchema, textInput } from '../../../platform/http/endpoint/request-schemas.ts'
import { objectSchema, text } from '../../../platform/http/endpoint/response-schemas.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import type { ForgottenPassword } from './forgotten-password.ts'
import type { PasswordByLink } from './password-by-link.ts'

const BODY_LIMIT_BYTES = 4 * 1024

const account = {
  ...textInput(255),
  description: 'The username, the e-mail address or the phone number.',
} as const

const bodies = {
  withCaptcha: bodySchema('ForgottenPassword', ['account', 'uuid', 'code'], { account, ...captchaFields }),
  withoutCaptcha: bodySchema('ForgottenPassword', ['account'], { account }),
}

interface Parts {
  readonly forgottenPassword: ForgottenPassword | undefined
  readonly passwordByLink: PasswordByLink | undefined
  readonly captcha: Captcha
  readonly behaviour: Pick<Behaviour, 'captchaRequired'>
}

/** Creates the endpoints with which users set their passwords without a token. */
export function passwordLinkRoutes(parts: Parts) {
  const { forgottenPassword, passwordByLink, captcha, behaviour } = parts
  const { captchaRequired } = behaviour
  return {
    request: endpoint({
      operationId: 'requestPasswordLink',
      summary: 'Request a link to set a new password',
      description:
        'Sends a link to the e-mail address or phone number of the user. The response is the same for accounts that do not exist, are disabled, have no address, or have a password that is kept elsewhere. The numbers of messages per account, address and network are limited.',
      refusals: ['captcha-wrong', 'password-links-disabled', 'rate-limited'],
      body: captchaRequired ? bodies.withCaptcha : bodies.withoutCaptcha,
      bodyLimit: BODY_LIMIT_BYTES,
      async handler({ body, request }) {
        if (!forgottenPassword) throw new Refusal('password-links-disabled')
        if (captchaRequired) await verifyCaptcha(body, captcha)
        await forgottenPassword.request({
          account: body.account,
          address: addressOf(request),
          requestId: requestIdOf(request.raw),
          language: languageOf(request.headers['accept-language']),
        })
      },
    }),

    set: endpoint({
      operationId: 'setPasswordByLink',
      summary: 'Set a password over a link',
      description:
        'The link is valid once. It ends with a newer one, and with a change of the password, the role, the addresses or the login methods of the user. The response contains no token: the user logs in with the new password. Ends all sessions of the user. Every attempt is in the login log.',
      response: objectSchema('PasswordSetByLink', { username: text }),
      refusals: ['link-invalid', 'password-links-disabled', 'rate-limited'],
      body: bodySchema('PasswordByLink', ['link', 'password'], {
        link: { type: 'string', pattern: '^[\\w-]{43}$', description: 'What follows `#` in the link.' },
        password: textInput(256),
      }),
      bodyLimit: BODY_LIMIT_BYTES,
      async handler({ body: { link, password }, request }) {
        if (!passwordByLink) throw new Refusal('password-links-disabled')
        const requestId = requestIdOf(request.raw)
        const username = await passwordByLink.set({ link, password, requestId, ...clientOf(request) })
        return { username }
      },
    }),
  }
}
