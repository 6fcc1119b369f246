import { createHmac } from 'node:crypto'
import type { TokenPayload } from '../../../platform/http/call/identity.ts'

/** The identity headers in the order in which they are sent, all in lower case. */
export const IDENTITY_HEADER_NAMES = [
  'x-castellan-user-id',
  'x-castellan-username',
  'x-castellan-role-id',
  'x-castellan-role-key',
  'x-castellan-data-scope',
  'x-castellan-resolved-scope',
  'x-castellan-request-id',
  'x-castellan-time',
  'x-castellan-signature',
] as const

export type IdentityHeaders = Readonly<Record<(typeof IDENTITY_HEADER_NAMES)[number], string>>

/** The first signed line. It changes whenever the signed text does. */
const SIGNATURE_VERSION = 'v3'

const RESERVED_PREFIX = 'x-castellan-'

export interface SignedCall {
  readonly identity: TokenPayload
  /** Which rows the caller may see, as `scopeHeader` returns it. */
  readonly resolvedScope: string
  readonly method: string
  /** As it was received, without the query. It must be canonical: decoded, a canonical path has no line break. */
  readonly path: string
  readonly requestId: string
  /** Seconds since 1970. */
  readonly timeSeconds: number
  readonly secret: string
}

/**
 * Returns the headers by which an upstream service learns who the caller is, with a signature over them, the method, the
 * path and the time. Texts are percent-encoded UTF-8. The signature is over the values as they are sent, so that a
 * service verifies it before it decodes them. The path is signed decoded: WSGI and many frameworks have no other form of it.
 *
 * @example
 * const timeSeconds = Math.floor(now() / 1000)
 * signIdentityHeaders({ identity, resolvedScope, method: 'GET', path: '/api/v1/orders', requestId, timeSeconds, secret })
 */
export function signIdentityHeaders(call: SignedCall): IdentityHeaders {
  const { identity, resolvedScope, method, path, secret } = call
  const time = String(call.timeSeconds)
  const requestId = encode(call.requestId)
  const userId = String(identity.userId)
  const username = encode(identity.username)
  const roleId = String(identity.roleId)
  const roleKey = encode(identity.roleKey)
  const dataScope = encode(identity.dataScope)
  const signed = [
    SIGNATURE_VERSION,
    method,
    decodeURIComponent(path),
    time,
    requestId,
    userId,
    username,
    roleId,
    roleKey,
    dataScope,
    resolvedScope,
  ].join('\n')
  return {
    'x-castellan-user-id': userId,
    'x-castellan-username': username,
    'x-castellan-role-id': roleId,
    'x-castellan-role-key': roleKey,
    'x-castellan-data-scope': dataScope,
    'x-castellan-resolved-scope': resolvedScope,
    'x-castellan-request-id': requestId,
    'x-castellan-time': time,
    'x-castellan-signature': createHmac('sha256', secret).update(signed).digest('hex'),
  }
}

/**
 * Returns whether a server could read a request header as one of Castellan's, so that it must not be forwarded from a client.
 * CGI, WSGI and similar interfaces do not distinguish `X_Castellan_User_Id` from `X-Castellan-User-Id`.
 */
export function isReservedHeader(name: string): boolean {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z\d]/g, '-')
    .startsWith(RESERVED_PREFIX)
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
