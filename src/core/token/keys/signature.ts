import { createHmac, createPublicKey, type KeyObject, sign, timingSafeEqual, verify } from 'node:crypto'
import { promisify } from 'node:util'

/** The signature algorithms of tokens. A key has exactly one, and a token must name the algorithm of its key. */
export const ALGORITHMS = ['HS256', 'EdDSA', 'ES256', 'RS256'] as const

export type Algorithm = (typeof ALGORITHMS)[number]

/** The algorithms with a private and a public key. */
export type KeyPairAlgorithm = Exclude<Algorithm, 'HS256'>

/** The signatures of one key with its one algorithm. */
interface Signatures {
  sign(data: Buffer): Buffer | Promise<Buffer>
  isValid(data: Buffer, signature: Buffer): boolean
}

/**
 * Returns the signatures of a secret or private key. Throws if the key is of another type than the algorithm needs.
 * See docs/decisions/0014-token-signatures-with-node-crypto.md.
 */
export function createSignatures(algorithm: Algorithm, key: KeyObject): Signatures {
  return algorithm === 'HS256' ? hmacSignatures(key) : keyPairSignatures(algorithm, key)
}

function hmacSignatures(secret: KeyObject): Signatures {
  const hmacOf = (data: Buffer): Buffer => createHmac('sha256', secret).update(data).digest()
  return {
    sign: hmacOf,
    isValid(data, signature) {
      const expected = hmacOf(data)
      return signature.length === expected.length && timingSafeEqual(signature, expected)
    },
  }
}

const signInThreadPool = promisify(sign)

/** JWS has r and s one after the other, not in DER (RFC 7518). */
const DSA_ENCODING = 'ieee-p1363'

function keyPairSignatures(algorithm: KeyPairAlgorithm, material: KeyObject): Signatures {
  const privateKey = { key: material, dsaEncoding: DSA_ENCODING } as const
  return {
    // A signature by a long RSA key takes many milliseconds, in which no other request would be processed.
    async sign(data) {
      const signature = await signInThreadPool(hashOf(algorithm), data, privateKey)
      return algorithm === 'ES256' ? canonicalSignature(signature) : signature
    },
    isValid: createVerification(algorithm, createPublicKey(material)),
  }
}

/** Returns a function that verifies signatures with a public key. */
export function createVerification(algorithm: KeyPairAlgorithm, publicKey: KeyObject): Signatures['isValid'] {
  const hash = hashOf(algorithm)
  const key = { key: publicKey, dsaEncoding: DSA_ENCODING } as const
  const isEs256 = algorithm === 'ES256'
  return (data, signature) =>
    (!isEs256 || isCanonicalSignature(signature)) && verify(hash, data, key, signature)
}

function hashOf(algorithm: KeyPairAlgorithm): string | null {
  return algorithm === 'EdDSA' ? null : 'sha256'
}

/** The order of the P-256 group (FIPS 186). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const NUMBER_BYTES = 32
const HALF_ORDER = toBytes(ORDER >> 1n)

/**
 * Returns whether an ES256 signature (r, s) is the canonical one. Anyone can derive a second valid signature from it, (r,
 * `ORDER - s`). Only the one with the smaller s is issued and accepted, so that a token has one spelling.
 */
export function isCanonicalSignature(signature: Buffer): boolean {
  return (
    signature.length === 2 * NUMBER_BYTES && Buffer.compare(signature.subarray(NUMBER_BYTES), HALF_ORDER) <= 0
  )
}

/** Returns the canonical one of the two ES256 signatures. */
export function canonicalSignature(signature: Buffer): Buffer {
  if (isCanonicalSignature(signature)) return signature
  const s = BigInt(`0x${signature.subarray(NUMBER_BYTES).toString('hex')}`)
  return Buffer.concat([signature.subarray(0, NUMBER_BYTES), toBytes(ORDER - s)])
}

function toBytes(number: bigint): Buffer {
  return Buffer.from(number.toString(16).padStart(2 * NUMBER_BYTES, '0'), 'hex')
}
