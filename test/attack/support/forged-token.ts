import { createHmac } from 'node:crypto'
import { SECRET } from '../../support/service.ts'

export type Json = Readonly<Record<string, unknown>>

export const HEADER: Json = { alg: 'HS256', typ: 'JWT' }

export function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

export function encodedBytes(bytes: string | Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}

/** Returns the signature of the first two parts of a token. */
export function sign(signed: string, hash = 'sha256', secret: string | Uint8Array = SECRET): string {
  return createHmac(hash, secret).update(signed).digest('base64url')
}

/** Creates a token with this header and these claims, signed with the service's own secret. */
export function forged(header: Json, claims: unknown): string {
  const signed = `${encoded(header)}.${encoded(claims)}`
  return `${signed}.${sign(signed)}`
}
