import { createPublicKey, type KeyObject } from 'node:crypto'

/** What tokens can be signed with. A key has exactly one of them: a token's header is compared with it, never obeyed. */
export const ALGORITHMS = ['HS256', 'EdDSA', 'ES256', 'RS256'] as const

export type Algorithm = (typeof ALGORITHMS)[number]

const SHORTEST_RSA_BITS = 2048
/** A larger one makes every first look at a token slow, and the token too long. */
const LONGEST_RSA_BITS = 8192
const SMALLEST_RSA_EXPONENT = 65_537n

/** The one algorithm of a private key, or what is wrong with the key. */
export function algorithmOf(
  key: KeyObject,
): { readonly algorithm: Algorithm } | { readonly problem: string } {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details = {} } = key
  if (type === 'ed25519') return { algorithm: 'EdDSA' }
  if (type === 'ec') {
    const { namedCurve = 'of its own' } = details
    if (namedCurve === 'prime256v1') return { algorithm: 'ES256' }
    return { problem: `is on the curve ${namedCurve}: ES256 needs P-256` }
  }
  if (type !== 'rsa') return { problem: `is of the kind ${type}: use Ed25519, EC (P-256) or RSA` }
  const { modulusLength = 0, publicExponent = 0n } = details
  if (modulusLength < SHORTEST_RSA_BITS || modulusLength > LONGEST_RSA_BITS) {
    return { problem: `has ${modulusLength} bits: RS256 needs ${SHORTEST_RSA_BITS} to ${LONGEST_RSA_BITS}` }
  }
  if (publicExponent < SMALLEST_RSA_EXPONENT) {
    return { problem: `has the public exponent ${publicExponent}: RS256 needs ${SMALLEST_RSA_EXPONENT}` }
  }
  return { algorithm: 'RS256' }
}

/** A public key as RFC 7517 writes it. */
export type PublicJwk = Readonly<Record<string, string>>

/** What others verify with. Named member by member: nothing of the private key can slip in. */
export function publicJwkOf(key: KeyObject, kid: string, algorithm: Algorithm): PublicJwk {
  const { kty, crv, x, y, n, e } = createPublicKey(key).export({ format: 'jwk' })
  const members = Object.entries({ kty, crv, x, y, n, e, kid, alg: algorithm, use: 'sig' })
  return Object.freeze(
    Object.fromEntries(members.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
  )
}
