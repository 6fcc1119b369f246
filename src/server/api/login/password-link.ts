import type { ForgottenPassword } from '../../../administration/password-link/forgotten-password.ts'
import type { PasswordByLink } from '../../../administration/password-link/password-by-link.ts'
import type { Captcha } from '../../../authentication/captcha/captcha.ts'
import { languageOf } from '../../../authorization/guard/language.ts'
import { requestIdOf } from '../../../authorization/guard/request-id.ts'
import { Refusal } from '../../../foundation/refusal/refusal.ts'
import type { Behaviour } from '../../../settings/mode.ts'
import { endpoint } from '../../http/endpoint.ts'
import { addressOf, clientOf } from '../../http/request.ts'
import { bodySchema, textInput } from '../request-schemas.ts'
import { objectSchema, text } from '../response-schemas.ts'
import { captchaFields, verifyCaptcha } from './captcha-fields.ts'

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
