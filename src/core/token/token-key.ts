import { createHash, createPublicKey, createSecretKey, type KeyObject } from 'node:crypto'
import { type Algorithm, createSignatures } from './keys/signature.ts'

/** A public key in the format of RFC 7517. */
export type PublicJwk = Readonly<Record<string, string>>

/** A key and its algorithm. */
export type TokenKey = Awaited<ReturnType<typeof createTokenKey>>

const MIN_RSA_BITS = 2048
/** A longer key makes the first verification of a token slow, and tokens too long. */
const MAX_RSA_BITS = 8192
const MIN_RSA_EXPONENT = 65_537n

/** Returns the algorithm of a private key, or what is wrong with the key. */
export function algorithmOf(
  key: KeyObject,
): { readonly algorithm: Algorithm } | { readonly problem: string } {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details = {} } = key
  if (type === 'ed25519') return { algorithm: 'EdDSA' }
  if (type === 'ec') {
    const { namedCurve = 'with explicit parameters' } = details
    if (namedCurve === 'prime256v1') return { algorithm: 'ES256' }
    return { problem: `is on the curve ${namedCurve}: ES256 needs P-256` }
  }
  if (type !== 'rsa') return { problem: `is of the type ${type}: use Ed25519, EC (P-256) or RSA` }
  const { modulusLength = 0, publicExponent = 0n } = details
  if (modulusLength < MIN_RSA_BITS || modulusLength > MAX_RSA_BITS) {
    return { problem: `has ${modulusLength} bits: RS256 needs ${MIN_RSA_BITS} to ${MAX_RSA_BITS}` }
  }
  if (publicExponent < MIN_RSA_EXPONENT) {
    return { problem: `has the public exponent ${publicExponent}: RS256 needs ${MIN_RSA_EXPONENT}` }
  }
  return { algorithm: 'RS256' }
}

/** Returns the public part of a key. The members are listed, so that no private member can be included. */
export function publicJwkOf(key: KeyObject, kid: string, algorithm: Algorithm): PublicJwk {
  const { kty, crv, x, y, n, e } = createPublicKey(key).export({ format: 'jwk' })
  const members = Object.entries({ kty, crv, x, y, n, e, kid, alg: algorithm, use: 'sig' })
  return Object.freeze(
    Object.fromEntries(members.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
  )
}

/** Creates the key of the setting `jwt.secret`. */
export function secretTokenKey(secret: string): Promise<TokenKey> {
  return createTokenKey(undefined, 'HS256', createSecretKey(secret, 'utf8'))
}

export async function createTokenKey(kid: string | undefined, algorithm: Algorithm, material: KeyObject) {
  const header = encode({ alg: algorithm, typ: 'JWT', kid })
  const signatures = createSignatures(algorithm, material)
  const key = {
    /** The `kid` of its tokens. The secret of the settings has none, and neither have its tokens. */
    kid,
    algorithm,
    /** Differs from that of every other key, also of a key with the same `kid`. It does not reveal the key. */
    fingerprint: fingerprintOf(material, algorithm, kid),
    /** The public key; undefined for a secret. */
    publicJwk:
      kid === undefined || material.type === 'secret' ? undefined : publicJwkOf(material, kid, algorithm),
    async sign(claims: Readonly<Record<string, unknown>>): Promise<string> {
      const text = `${header}.${encode(claims)}`
      return `${text}.${(await signatures.sign(Buffer.from(text))).toString('base64url')}`
    },
    /** Returns whether this key has signed the token. */
    hasSigned(token: string): boolean {
      const end = token.lastIndexOf('.')
      const signature = Buffer.from(token.slice(end + 1), 'base64url')
      return signatures.isValid(Buffer.from(token.slice(0, end)), signature)
    },
  }
  // The public part in a file can belong to another key: detect it now rather than at the first login.
  if (!key.hasSigned(await key.sign({}))) throw new Error('the key does not verify what it signs')
  return key
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

function fingerprintOf(material: KeyObject, algorithm: Algorithm, kid: string | undefined): string {
  const bytes =
    material.type === 'secret'
      ? material.export()
      : createPublicKey(material).export({ type: 'spki', format: 'der' })
  return createHash('sha256')
    .update(JSON.stringify([algorithm, kid ?? null]))
    .update(bytes)
    .digest('base64url')
}
