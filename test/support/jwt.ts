import { createHmac } from 'node:crypto'
import { SECRET } from './service.ts'

/** Three parts of base64url with dots between them, wherever they stand in a text. */
export const JWT_ANYWHERE = /[\w-]{8,}\.[\w-]{8,}\.[\w-]{16,}/

/** What a token says, unverified. */
export function claimsOf(token: string): Record<string, unknown> {
  return decoded(token.split('.')[1])
}

export function headerOf(token: string): Record<string, unknown> {
  return decoded(token.split('.')[0])
}

/** The signature that HS256 gives to the first two parts of a token. */
export function hs256(signed: string, secret: string = SECRET): string {
  return createHmac('sha256', secret).update(signed).digest('base64url')
}

/** A token made by hand, as whoever shares the secret could make it. */
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
