import { endpoint } from '../../../core/check/http/endpoint.ts'
import type { Captcha } from '../../../core/login/captcha/captcha.ts'
import { captchaFields, verifyCaptcha } from '../../../core/login/captcha/captcha-fields.ts'
import { disabledMethod } from '../../../core/login/login-method.ts'
import type { Behaviour } from '../../../core/settings/mode.ts'
import { textInput } from '../../../platform/http/endpoint/request-schemas.ts'
import { objectSchema } from '../../../platform/http/endpoint/response-schemas.ts'
import { setLoginCookie } from '../../../platform/http/responses/cookies.ts'
import { InvalidParameters } from '../../../platform/refusal/refusal.ts'
import type { OidcLogin } from './oidc-login.ts'

/** Further parameters are ignored. */
const queries = {
  withCaptcha: {
    type: 'object',
    required: ['uuid', 'code'],
    properties: captchaFields,
  },
  withoutCaptcha: { type: 'object', properties: {} },
} as const

const LOGIN_COOKIE_HEADER = {
  'Set-Cookie': {
    description:
      'The cookie that binds the login to this browser. It must be sent with the login request. Scripts cannot read it.',
    schema: { type: 'string', pattern: '^(?:__Host-)?castellan_login=[^;]+; ' },
  },
}

interface Parts {
  readonly oidcLogin: OidcLogin | undefined
  readonly captcha: Captcha
  readonly behaviour: Pick<Behaviour, 'captchaMethods'>
}

/** Starts a login with OpenID Connect. It returns the URL instead of redirecting, so that the front end shows refusals. */
export function loginOidcRoute({ oidcLogin, captcha, behaviour }: Parts) {
  const captchaRequired = behaviour.captchaMethods.includes('oidc')
  return endpoint({
    operationId: 'startOidcLogin',
    summary: 'Start a login with OpenID Connect',
    description:
      'Returns the URL of the identity provider to which the browser navigates. The provider sends the browser back to the redirect URI of the settings, with `code`, `state` and perhaps `iss`, which the login request takes.',
    response: objectSchema('StartedOidcLogin', {
      url: { type: 'string', format: 'uri', description: 'Where the user logs in.' },
    }),
    responseHeaders: LOGIN_COOKIE_HEADER,
    refusals: ['captcha-wrong', 'provider-unavailable', 'rate-limited'],
    params: {
      type: 'object',
      required: ['provider'],
      properties: {
        provider: {
          ...textInput(64),
          description: 'The name of the provider, as `GET /api/v1/app-config` lists it.',
        },
      },
    } as const,
    query: captchaRequired ? queries.withCaptcha : queries.withoutCaptcha,
    async handler({ params, query, request, reply }) {
      if (!oidcLogin) throw new InvalidParameters(disabledMethod('oidc'))
      oidcLogin.requireProvider(params.provider)
      if (captchaRequired) await verifyCaptcha(query, captcha)
      const { url, browser, lifetimeSeconds } = await oidcLogin.start(params.provider)
      setLoginCookie(request, reply, browser, lifetimeSeconds)
      return { url }
    },
  })
}
