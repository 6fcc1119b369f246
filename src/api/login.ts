import type { FastifyRequest } from 'fastify'
import type { RateLimit } from '../guard/rate-limit.ts'
import { clientOf } from '../http/client.ts'
import type { DocumentedRoute } from '../http/documentation.ts'
import { endpoint } from '../http/endpoint.ts'
import { sendError } from '../http/envelope.ts'
import { errorToRefusal } from '../http/error-to-refusal.ts'
import { TOKEN_COOKIE_HEADER, type TokenCookie } from '../http/token-cookie.ts'
import type { Login } from '../login/login.ts'
import { Refusal } from '../refusal.ts'

const BODY_LIMIT_BYTES = 16 * 1024

const text = (maxLength: number) =>
  ({ type: 'string', minLength: 1, maxLength, format: 'well-formed' }) as const

const credentials = { username: text(64), password: text(256) }
const captcha = {
  uuid: { ...text(64), description: 'The identifier of the captcha.' },
  code: { ...text(64), description: 'The text of the captcha.' },
}

/** Further members of the body are ignored. */
const bodies = {
  withCaptcha: {
    title: 'LoginRequest',
    type: 'object',
    required: ['username', 'password', 'uuid', 'code'],
    properties: { ...credentials, ...captcha },
  },
  withoutCaptcha: {
    title: 'LoginRequest',
    type: 'object',
    required: ['username', 'password'],
    properties: credentials,
  },
} as const

export interface LoginRouteOptions {
  readonly login: Login
  readonly captchaRequired: boolean
  readonly rateLimits: readonly RateLimit[]
  readonly cookie: TokenCookie
}

export function loginRoute(options: LoginRouteOptions): DocumentedRoute {
  const { login, captchaRequired, rateLimits, cookie } = options
  const attempted = new WeakSet<FastifyRequest>()
  const limited = new WeakSet<FastifyRequest>()

  const admit = async (request: FastifyRequest): Promise<void> => {
    limited.add(request)
    const { address } = clientOf(request)
    for (const limit of rateLimits) await limit.admit(address)
  }

  return endpoint({
    operationId: 'login',
    tag: 'login',
    summary: 'Log in',
    description:
      'The only way to obtain a token. The fields are checked, then the captcha, then username and password. Every attempt is logged.',
    response: {
      token: { type: 'string', description: 'The JWT.' },
      expire: { type: 'string', format: 'date-time', description: 'When the token expires, in UTC.' },
    },
    responseHeaders: TOKEN_COOKIE_HEADER,
    refusals: ['captcha-wrong', 'credentials-wrong', 'rate-limited', 'session-limit'],
    body: captchaRequired ? bodies.withCaptcha : bodies.withoutCaptcha,
    bodyLimit: BODY_LIMIT_BYTES,

    // After the body is read: a refused attempt is logged with its username.
    preValidation: admit,

    async handler({ body, request, reply }) {
      attempted.add(request)
      const { username, password } = body
      const { token, expiresAt } = await login.attempt(
        { username, password, uuid: textOf(body, 'uuid'), code: textOf(body, 'code') },
        clientOf(request),
      )
      cookie.set(request, reply, token)
      return { token, expire: new Date(expiresAt).toISOString() }
    },

    // A malformed body does not reach the handler, but it is a login attempt and is logged.
    async errorHandler(error, request, reply) {
      // A login that failed must not set the cookie.
      reply.removeHeader('Set-Cookie')
      const problem = limited.has(request) ? error : await refusalByRateLimit(request, error)
      if (!attempted.has(request)) {
        const refusal = errorToRefusal(problem) ?? new Refusal('fault')
        await login.refusedBeforehand(fieldOf(request.body, 'username'), clientOf(request), refusal)
      }
      return sendError(problem, request, reply)
    },
  })

  async function refusalByRateLimit(request: FastifyRequest, error: Error): Promise<Error> {
    try {
      await admit(request)
      return error
    } catch (refusal) {
      return refusal instanceof Error ? refusal : error
    }
  }
}

function textOf(body: unknown, name: string): string {
  const value = fieldOf(body, name)
  return typeof value === 'string' ? value : ''
}

function fieldOf(body: unknown, name: string): unknown {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return ''
  return Reflect.get(body, name)
}
