import { createPublicKey } from 'node:crypto'
import { decodeJwt, errors, jwtVerify } from 'jose'
import type { KeyAlgorithm } from '../../../core/user/service-account.ts'
import type { FoundKey } from './service-credential.store.ts'

const MAX_AGE_SECONDS = 60
/** How much the clock of the program may differ from ours. */
const CLOCK_TOLERANCE_SECONDS = 10
const MAX_NAME_LENGTH = 64
const MAX_JTI_LENGTH = 256

/** A key is used with its own algorithms only, whatever the header of an assertion says: never with HMAC or `none`. */
const ACCEPTED: Readonly<Record<KeyAlgorithm, string[]>> = {
  EdDSA: ['EdDSA'],
  ES256: ['ES256'],
  RS256: ['RS256', 'PS256'],
}

/** Returns the account that an assertion names, before its signature is verified; undefined if it names none. */
export function claimedNameOf(assertion: string): string | undefined {
  try {
    const { sub } = decodeJwt(assertion)
    return typeof sub === 'string' && sub !== '' && sub.length <= MAX_NAME_LENGTH ? sub : undefined
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

/**
 * Verifies an assertion by RFC 7523: signed with the key, by and about the account, for this issuer only, and recent. Whoever
 * calls this also checks that its `jti` is used once. See docs/decisions/0073-assertions-of-service-accounts.md.
 */
export async function verifyAssertion(
  assertion: string,
  expected: {
    readonly name: string
    readonly issuer: string
    readonly key: Pick<FoundKey, 'algorithm' | 'publicKey'>
    readonly at: number
  },
): Promise<{ jti: string; expiresAt: number } | undefined> {
  const { name, issuer, key, at } = expected
  try {
    const { payload } = await jwtVerify(assertion, createPublicKey(key.publicKey), {
      algorithms: ACCEPTED[key.algorithm],
      issuer: name,
      subject: name,
      audience: issuer,
      maxTokenAge: MAX_AGE_SECONDS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      requiredClaims: ['exp', 'iat', 'jti'],
      currentDate: new Date(at),
    })
    const { aud, iat = 0, exp = Number.POSITIVE_INFINITY, jti } = payload
    // Another audience could send the assertion to us.
    if (Array.isArray(aud) && aud.length !== 1) return undefined
    if (exp - iat > MAX_AGE_SECONDS) return undefined
    if (typeof jti !== 'string' || jti === '' || jti.length > MAX_JTI_LENGTH) return undefined
    // At `expiresAt`, the assertion becomes too old.
    return { jti, expiresAt: Math.ceil(exp + CLOCK_TOLERANCE_SECONDS) * 1000 }
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}
