import { createHmac } from 'node:crypto'
import { type SignedCall, signIdentityHeaders } from '../../src/features/web/forward-auth/identity-headers.ts'

export const SIGNING_SECRET = 'wU5-jq0ZJ_cV9b4Rr2Xn7Lt1Kf8Hd3Ms6'

/** Returns the identity headers that Castellan signs for a call, by default `GET` with a valid secret and time. */
export function signedHeaders(
  call: Pick<SignedCall, 'identity' | 'path'> & Partial<SignedCall>,
): Record<string, string> {
  const timeSeconds = Math.floor(Date.now() / 1000)
  const resolvedScope = '{"kind":"none","reason":"department-missing","version":1}'
  const defaults = { method: 'GET', resolvedScope, requestId: 'aB3-_9', timeSeconds, secret: SIGNING_SECRET }
  return { ...signIdentityHeaders({ ...defaults, ...call }) }
}

const SIGNED_HEADERS = [
  'time',
  'request-id',
  'user-id',
  'username',
  'role-id',
  'role-key',
  'data-scope',
  'resolved-scope',
]

/** Returns the signature as the documentation describes it. The function returns the value of a header. */
export function expectedSignature(
  method: string | undefined,
  path: string | undefined,
  headerOf: (name: string) => unknown,
): string {
  const lines = [
    'v3',
    method,
    decodeURIComponent(path ?? ''),
    ...SIGNED_HEADERS.map((name) => headerOf(`x-castellan-${name}`)),
  ]
  return createHmac('sha256', SIGNING_SECRET).update(lines.join('\n')).digest('hex')
}
