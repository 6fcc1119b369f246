import { createVerifier } from 'fast-jwt'
import { jwtVerify } from 'jose'

const ALGORITHM = 'HS256'

/** One token, checked as each library's documentation shows it; with a key that was imported once. */
export async function joseVerifier(
  secret: string,
  issuer: string,
): Promise<(token: string) => Promise<unknown>> {
  const bytes = new TextEncoder().encode(secret)
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ])
  return (token) => jwtVerify(token, key, { algorithms: [ALGORITHM], issuer })
}

export function fastJwtVerifier(secret: string, issuer: string, cache: number): (token: string) => unknown {
  return createVerifier({ key: secret, algorithms: [ALGORITHM], allowedIss: issuer, cache })
}
