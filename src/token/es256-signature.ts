/** The order of P-256's group (FIPS 186). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const HALF = bytesOf(ORDER >> 1n)
const NUMBER_BYTES = 32

/**
 * An ES256 signature is two numbers, r and s, and whoever holds one can make a second from it: r and `ORDER - s`. We write
 * the one with the smaller s and take no other, so that a token has one spelling.
 */
export function isCanonicalSignature(signature: Uint8Array): boolean {
  return signature.length === 2 * NUMBER_BYTES && Buffer.compare(signature.subarray(NUMBER_BYTES), HALF) <= 0
}

/** The token with its ES256 signature in the one spelling that we take. */
export function withCanonicalSignature(token: string): string {
  const start = token.lastIndexOf('.') + 1
  const signature = Buffer.from(token.slice(start), 'base64url')
  if (isCanonicalSignature(signature)) return token
  const s = BigInt(`0x${signature.subarray(NUMBER_BYTES).toString('hex')}`)
  const canonical = Buffer.concat([signature.subarray(0, NUMBER_BYTES), bytesOf(ORDER - s)])
  return token.slice(0, start) + canonical.toString('base64url')
}

function bytesOf(number: bigint): Buffer {
  return Buffer.from(number.toString(16).padStart(64, '0'), 'hex')
}
