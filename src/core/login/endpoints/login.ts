import type { FastifyRequest } from 'fastify'
import { isBuiltInMethod, type LoginMethodName } from '../../../features/login-methods.ts'
import type { RateLimit } from '../../../platform/http/call/rate-limit.ts'
import {
  readLoginCookie,
  TOKEN_COOKIE_HEADER,
  type TokenCookie,
} from '../../../platform/http/responses/cookies.ts'
import { errorToRefusal } from '../../../platform/http/responses/error-to-refusal.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import { endpoint } from '../../check/http/endpoint.ts'
import { sendError } from '../../check/http/envelope.ts'
import { clientOf } from '../../check/http/request.ts'
import type { Login } from '../login.ts'
import type { LoginInput } from '../login-method.ts'
import { fieldOf, textOf } from '../unvalidated-field.ts'
import { createLoginBody, type LoginBodyOptions } from './login-body.ts'

const BODY_LIMIT_BYTES = 16 * 1024

export interface LoginRouteOptions extends LoginBodyOptions {
  readonly login: Login
  readonly rateLimits: readonly RateLimit[]
  readonly cookie: TokenCookie
}

export function loginRoute(options: LoginRouteOptions) {
  const { login, rateLimits, cookie } = options
  const attempted = new WeakSet<FastifyRequest>()
  const limited = new WeakSet<FastifyRequest>()

  const admit = async (request: FastifyRequest): Promise<void> => {
    limited.add(request)
    const { address } = clientOf(request)
    for (const limit of rateLimits) await limit.admit(address)
  }

  return endpoint({
    operationId: 'login',
    summary: 'Log in',
    description:
      'The only way to obtain a token. The fields are checked, then the captcha, then the credentials. Every attempt is logged. `method` chooses one of the enabled login methods; a login method with two requests checks the captcha in the first one. `GET /api/v1/app-config` says which methods require a captcha.',
    responseFields: {
      token: { type: 'string', description: 'The JWT.' },
      expire: { type: 'string', format: 'date-time', description: 'When the token expires, in UTC.' },
      due: {
        enum: ['password-change-due', 'second-factor-due'],
        description:
          'Present if the user has to set a new password or set up a second factor first. The token allows nothing else: other calls are refused for this reason.',
      },
    },
    optionalFields: ['due'],
    responseHeaders: TOKEN_COOKIE_HEADER,
    refusals: [
      'captcha-wrong',
      'credentials-wrong',
      'provider-unavailable',
      'second-factor-required',
      'second-factor-wrong',
      'second-factor-expired',
      'rate-limited',
      'session-limit',
    ],
    ...createLoginBody(options),
    bodyLimit: BODY_LIMIT_BYTES,

    // After the body is read: a refused attempt is logged with its username.
    preValidation: admit,

    async handler({ request, reply }) {
      attempted.add(request)
      const { token, expiresAt, due } = await login.attempt(inputOf(request), clientOf(request))
      cookie.set(request, reply, token)
      const expire = new Date(expiresAt).toISOString()
      return due === undefined ? { token, expire } : { token, expire, due }
    },

    // A malformed body does not reach the handler, but it is a login attempt and is logged.
    // See docs/decisions/0003-every-login-attempt-is-logged.md.
    async errorHandler(error, request, reply) {
      // A login that failed must not set the cookie.
      reply.removeHeader('Set-Cookie')
      const problem = limited.has(request) ? error : await refusalByRateLimit(request, error)
      if (!attempted.has(request)) {
        const refusal = errorToRefusal(problem) ?? new Refusal('fault')
        const username = fieldOf(request.body, 'username')
        const attempt = { username, method: methodOf(request.body) ?? ('' as const) }
        await login.refusedBeforehand(attempt, clientOf(request), refusal)
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

  function inputOf(request: FastifyRequest): LoginInput {
    const { body } = request
    return {
      method: methodOf(body) ?? 'password',
      username: textOf(body, 'username'),
      uuid: textOf(body, 'uuid'),
      code: textOf(body, 'code'),
      body,
      browser: readLoginCookie(request),
      // A login with a method begins anew.
      ticket: fieldOf(body, 'method') === '' ? textOf(body, 'ticket') : '',
      secondFactorCode: textOf(body, 'secondFactorCode'),
    }
  }

  /** Returns the method of a login request, `password` if it names none, or undefined if it is not known. */
  function methodOf(body: unknown): LoginMethodName | undefined {
    const method = fieldOf(body, 'method')
    if (method === '') return 'password'
    return isKnown(method) ? method : undefined
  }

  /** Only the names of enabled methods of the app are known: others would be in the login log and in metrics. */
  function isKnown(method: unknown): method is LoginMethodName {
    return isBuiltInMethod(method) || options.appMethods.some(({ name }) => name === method)
  }
}
