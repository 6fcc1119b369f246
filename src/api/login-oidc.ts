import type { Captcha } from '../captcha/captcha.ts'
import type { DocumentedRoute } from '../http/documentation.ts'
import { endpoint } from '../http/endpoint.ts'
import { setLoginCookie } from '../http/login-cookie.ts'
import type { OidcLogin } from '../oidc/oidc-login.ts'
import { type InputProblem, InvalidParameters } from '../refusal.ts'
import { objectSchema } from './resource-schemas.ts'

const text = { type: 'string', minLength: 1, maxLength: 64, format: 'well-formed' } as const

/** Further parameters are ignored. */
const queries = {
  withCaptcha: {
    type: 'object',
    required: ['uuid', 'code'],
    properties: {
      uuid: { ...text, description: 'The identifier of the captcha.' },
      code: { ...text, description: 'The text of the captcha.' },
    },
  },
  withoutCaptcha: { type: 'object', properties: {} },
} as const

const DISABLED: InputProblem = {
  en: 'the login method oidc is not enabled; GET /api/v1/app-config lists the enabled ones.',
  zh: '未启用登录方式 oidc，已启用的登录方式见 GET /api/v1/app-config。',
}

const LOGIN_COOKIE_HEADER = {
  'Set-Cookie': {
    description:
      'The cookie that binds the login to this browser. It must be sent with the login request. Scripts cannot read it.',
    schema: { type: 'string', pattern: '^(?:__Host-)?castellan_login=[^;]+; ' },
  },
}

export interface LoginOidcRouteOptions {
  /** Undefined if the method is not enabled. */
  readonly oidcLogin: Pick<OidcLogin, 'requireProvider' | 'start'> | undefined
  readonly captcha: Pick<Captcha, 'verify'>
  readonly captchaRequired: boolean
}

/** Begins a login with OpenID Connect. It returns the URL instead of redirecting, so that the front end shows refusals. */
export function loginOidcRoute({
  oidcLogin,
  captcha,
  captchaRequired,
}: LoginOidcRouteOptions): DocumentedRoute {
  return endpoint({
    operationId: 'startOidcLogin',
    tag: 'login',
    summary: 'Begin a login with OpenID Connect',
    description:
      'Returns the URL of the identity provider to which the browser navigates. The provider sends the browser back to the redirect URI of the settings, with `code`, `state` and perhaps `iss`, which the login request takes.',
    response: {
      data: objectSchema('StartedOidcLogin', {
        url: { type: 'string', format: 'uri', description: 'Where the user logs in.' },
      }),
    },
    responseHeaders: LOGIN_COOKIE_HEADER,
    refusals: ['captcha-wrong', 'provider-unavailable', 'rate-limited'],
    params: {
      type: 'object',
      required: ['provider'],
      properties: {
        provider: { ...text, description: 'The name of the provider, as `GET /api/v1/app-config` lists it.' },
      },
    } as const,
    query: captchaRequired ? queries.withCaptcha : queries.withoutCaptcha,
    async handler({ params, query, request, reply }) {
      if (!oidcLogin) throw new InvalidParameters(DISABLED)
      oidcLogin.requireProvider(params.provider)
      if (captchaRequired) await captcha.verify(textOf(query, 'uuid'), textOf(query, 'code'))
      const { url, browser, lifetimeSeconds } = await oidcLogin.start(params.provider)
      setLoginCookie(request, reply, browser, lifetimeSeconds)
      return { data: { url } }
    },
  })
}

function textOf(query: object, name: 'uuid' | 'code'): string {
  const value: unknown = Reflect.get(query, name)
  return typeof value === 'string' ? value : ''
}
