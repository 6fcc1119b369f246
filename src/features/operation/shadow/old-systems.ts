import { isJsonObject } from '../../../platform/text/json-object.ts'

/** The systems whose responses are known. `http-status` is any server that refuses with 401 and 403. */
export const OLD_SYSTEMS = ['go-admin', 'ruoyi', 'gin-vue-admin', 'http-status'] as const
export type OldSystem = (typeof OLD_SYSTEMS)[number]

/** What a response says about the permission check of the server. */
export type Verdict =
  | 'allowed'
  | 'refused'
  /** The server does not accept the token, so it has not checked the permission. */
  | 'token-refused'
  | 'rate-limited'
  /** The server has no such path or method. */
  | 'not-found'
  /** The response says nothing about the permission. */
  | 'unclear'

export interface OldResponse {
  readonly status: number
  /** The body, if it is a JSON object. */
  readonly body: Readonly<Record<string, unknown>> | undefined
}

interface WireFormat {
  /** The path of the login, below the address of the server; undefined if there is none that is known. */
  readonly loginPath: string | undefined
  loginBody(username: string, password: string): object
  /** Returns the token of a successful login. */
  tokenOf(body: Readonly<Record<string, unknown>>): unknown
  headers(token: string): Record<string, string>
  /** The codes, in the body or as HTTP status, of a caller without the permission. */
  readonly refusedCodes: readonly number[]
  /** Recognises what the codes do not say. */
  special?(body: Readonly<Record<string, unknown>>): Verdict | undefined
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

/** Both skip the captcha only if it is off: in go-admin in the mode dev, in RuoYi with `sys.account.captchaEnabled`. */
const withUuid = (username: string, password: string) => ({ username, password, code: '0', uuid: '0' })

const WIRE_FORMATS: Readonly<Record<OldSystem, WireFormat>> = {
  'go-admin': {
    loginPath: '/api/v1/login',
    loginBody: withUuid,
    tokenOf: ({ token }) => token,
    headers: bearer,
    refusedCodes: [403],
    // Its limit of 200 requests a second responds with code 500, or 429 in newer versions.
    special: ({ msg }) =>
      typeof msg === 'string' && msg.startsWith('too many request') ? 'rate-limited' : undefined,
  },
  ruoyi: {
    loginPath: '/login',
    loginBody: withUuid,
    tokenOf: ({ token }) => token,
    headers: bearer,
    refusedCodes: [403],
  },
  'gin-vue-admin': {
    loginPath: '/base/login',
    loginBody: (username, password) => ({ username, password, captcha: '', captchaId: '' }),
    tokenOf: ({ data }) => (isJsonObject(data) ? data.token : undefined),
    headers: (token) => ({ 'x-token': token }),
    refusedCodes: [403],
    // Code 7 is every failure, also one of a handler that the caller may use.
    special({ code, data, msg }) {
      if (code !== 7) return undefined
      if (isJsonObject(data) && data.reload === true) return 'token-refused'
      return msg === '权限不足' ? 'refused' : undefined
    },
  },
  'http-status': {
    loginPath: undefined,
    loginBody: withUuid,
    tokenOf: ({ token }) => token,
    headers: bearer,
    refusedCodes: [403],
  },
}

export function wireFormatOf(system: OldSystem): WireFormat {
  return WIRE_FORMATS[system]
}

const UNAUTHENTICATED = 401
/** A handler that refuses the parameters has been reached. */
const REFUSED_BY_HANDLER: readonly number[] = [400, 409, 422]

/** Returns the code in the body of a successful response, or the HTTP status. */
export function codeOf({ status, body }: OldResponse): number {
  return typeof body?.code === 'number' && status < 300 ? body.code : status
}

/** Returns what a response says. Whatever is not known is unclear: it must not count as a decision. */
export function verdictOf(
  system: OldSystem,
  { status, body }: OldResponse,
  refusedCodes: readonly number[] = WIRE_FORMATS[system].refusedCodes,
): Verdict {
  const code = codeOf({ status, body })
  if (refusedCodes.includes(code)) return 'refused'
  const special = body && WIRE_FORMATS[system].special?.(body)
  if (special !== undefined) return special
  if (code === UNAUTHENTICATED) return 'token-refused'
  if (code === 429) return 'rate-limited'
  if (status === 404 || status === 405) return 'not-found'
  const isAnswered = (status >= 200 && status < 300) || REFUSED_BY_HANDLER.includes(status)
  return isAnswered ? 'allowed' : 'unclear'
}
