/** The order of the P-256 group (FIPS 186). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const NUMBER_BYTES = 32
const HALF_ORDER = toBytes(ORDER >> 1n)

/**
 * Returns whether an ES256 signature (r, s) is the canonical one. Anyone can derive a second valid signature from it, (r,
 * `ORDER - s`). Only the one with the smaller s is issued and accepted, so that a token has one spelling.
 */
export function isCanonicalSignature(signature: Uint8Array): boolean {
  return (
    signature.length === 2 * NUMBER_BYTES && Buffer.compare(signature.subarray(NUMBER_BYTES), HALF_ORDER) <= 0
  )
}

/** Returns the token with its canonical ES256 signature. */
export function withCanonicalSignature(token: string): string {
  const start = token.lastIndexOf('.') + 1
  const signature = Buffer.from(token.slice(start), 'base64url')
  if (isCanonicalSignature(signature)) return token
  const s = BigInt(`0x${signature.subarray(NUMBER_BYTES).toString('hex')}`)
  const canonical = Buffer.concat([signature.subarray(0, NUMBER_BYTES), toBytes(ORDER - s)])
  return token.slice(0, start) + canonical.toString('base64url')
}

function toBytes(number: bigint): Buffer {
  return Buffer.from(number.toString(16).padStart(2 * NUMBER_BYTES, '0'), 'hex')
}
