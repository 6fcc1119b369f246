import { createHmac } from 'node:crypto'
import { SECRET } from './service.ts'

/** Matches a JWT anywhere in a text: three base64url parts separated by dots. */
export const JWT_ANYWHERE = /[\w-]{8,}\.[\w-]{8,}\.[\w-]{16,}/

/** Returns the claims of a token without verification. */
export function claimsOf(token: string): Record<string, unknown> {
  return decoded(token.split('.')[1])
}

export function headerOf(token: string): Record<string, unknown> {
  return decoded(token.split('.')[0])
}

/** Returns the HS256 signature of the first two parts of a token. */
export function hs256(signed: string, secret: string = SECRET): string {
  return createHmac('sha256', secret).update(signed).digest('base64url')
}

/** Creates a token with the given claims and secret, independently of the service. */
export function forgeToken(claims: Record<string, unknown>, secret: string = SECRET): string {
  const signed = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`
  return `${signed}.${hs256(signed, secret)}`
}

function decoded(part = ''): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
}

function encoded(value: Record<string, unknown>): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
