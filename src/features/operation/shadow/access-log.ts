import { isJsonObject } from '../../../platform/text/json-object.ts'

/** A request as an access log has it. */
export interface LoggedRequest {
  readonly method: string
  /** The path as it was sent, without the query. */
  readonly path: string
  /** The query without parameters that can contain a token, such as `?pageIndex=1`; empty if there is none. */
  readonly query: string
  readonly username: string | undefined
  readonly status: number | undefined
}

/** nginx's `combined`: `$remote_addr - $remote_user [$time_local] "$request" $status …`. More fields may follow. */
const COMBINED = /^\S+ \S+ (.+?) \[[^\]]*\] "((?:[^"\\]|\\.)*)" (\d{3})(?: |$)/
const REQUEST = /^([A-Z][A-Z-]*) (\S+)(?: HTTP\/[\d.]+)?$/

/** The names that fields have in the JSON formats of nginx and of other proxies. */
const FIELDS = {
  request: ['request'],
  method: ['request_method', 'method'],
  target: ['request_uri', 'uri', 'path', 'url'],
  username: ['remote_user', 'user', 'username'],
  status: ['status'],
} as const

/**
 * Returns the request of a line in nginx's format `combined` or in JSON; undefined for a line that is neither.
 *
 * @param userField the field of the user in JSON; without it, `remote_user`, `user` or `username`
 */
export function parseLogLine(line: string, userField?: string): LoggedRequest | undefined {
  return line.trimStart().startsWith('{') ? ofJson(line, userField) : ofCombined(line)
}

function ofCombined(line: string): LoggedRequest | undefined {
  const [, user, request, status] = COMBINED.exec(line) ?? []
  if (user === undefined || request === undefined) return undefined
  const [, method, target] = REQUEST.exec(unescaped(request)) ?? []
  return requestOf(method, target, unescaped(user), status)
}

function ofJson(line: string, userField: string | undefined): LoggedRequest | undefined {
  const fields = parsedObject(line)
  if (fields === undefined) return undefined
  const read = (names: readonly string[]) => names.map((name) => fields[name]).find(isFilled)
  const [, method, target] = REQUEST.exec(String(read(FIELDS.request) ?? '')) ?? []
  return requestOf(
    method ?? textOf(read(FIELDS.method)),
    target ?? textOf(read(FIELDS.target)),
    textOf(read(userField === undefined ? FIELDS.username : [userField])),
    textOf(read(FIELDS.status)),
  )
}

function parsedObject(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isFilled = (value: unknown) => value !== undefined && value !== null && value !== ''
const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

function requestOf(
  method: string | undefined,
  target: string | undefined,
  user: string | undefined,
  status: string | undefined,
): LoggedRequest | undefined {
  if (method === undefined || target === undefined) return undefined
  const start = target.indexOf('?')
  const path = start === -1 ? target : target.slice(0, start)
  return {
    method,
    path,
    query: start === -1 ? '' : withoutSecrets(target.slice(start + 1)),
    // nginx writes "-" for a value that is missing.
    username: user === undefined || user === '-' || user === '' ? undefined : user,
    status: status === undefined ? undefined : Number(status),
  }
}

const SECRET_NAME = /token|jwt|secret|password|passwd|authorization/i

/** Returns a query with its `?`, without the parameters whose name says that they contain a secret. */
function withoutSecrets(query: string): string {
  const kept = query.split('&').filter((parameter) => {
    const name = decoded(parameter.split('=', 1)[0] ?? '')
    return name !== undefined && name !== '' && !SECRET_NAME.test(name)
  })
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** nginx writes quotes, backslashes and the bytes of other characters as `\xHH`. */
function unescaped(text: string): string {
  if (!text.includes('\\')) return text
  const escaped = text.replaceAll('%', '%25').replaceAll(/\\x([0-9A-Fa-f]{2})/g, '%$1')
  return decoded(escaped) ?? text
}
