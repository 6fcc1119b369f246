import { createHash, randomBytes } from 'node:crypto'
import { MINUTE_IN_SECONDS } from '../../../platform/runtime/time-units.ts'
import type { Assertion, Attestation } from './passkey-credential.ts'
import type { RelyingParty } from './relying-party.ts'

/** The public part of a new passkey. Binary values are base64url. */
export interface NewCredential {
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
  readonly aaguid: string
  readonly backedUp: boolean
}

export interface RegistrationUser {
  readonly username: string
  readonly displayName: string
  /** Random: an authenticator reveals it without verifying its user. */
  readonly userHandle: string
  readonly credentials: readonly { readonly credentialId: string; readonly transports: readonly string[] }[]
}

export type WebAuthn = Awaited<ReturnType<typeof createWebAuthn>>

/** The user has as much time as the challenge is valid. */
export const CHALLENGE_LIFETIME_SECONDS = 5 * MINUTE_IN_SECONDS

/** EdDSA, ES256 and RS256: fixed, because the default depends on the version of Node. */
const ALGORITHMS = [-8, -7, -257]

/** An RSA key with 4096 bits fits. */
const MAX_PUBLIC_KEY_BYTES = 1024

/** Returns random bytes that a signature must contain, and their hash, which is stored. */
export function createChallenge() {
  const challenge = randomBytes(32).toString('base64url')
  return { challenge, challengeHash: hashOf(challenge) }
}

/** Creates the checks of WebAuthn. The library is loaded here, because a service without passkeys starts faster without it. */
export async function createWebAuthn({ rpId, name, origins }: RelyingParty) {
  const library = await import('@simplewebauthn/server')
  const { decodeAttestationObject, decodeClientDataJSON } = await import('@simplewebauthn/server/helpers')

  const expected = (challengeHash: string) => ({
    expectedChallenge: (challenge: string) => hashOf(challenge) === challengeHash,
    expectedOrigin: [...origins],
    expectedRPID: rpId,
    requireUserVerification: true,
  })

  /** Throws for a response from a frame inside a page of another site. */
  function assertThisSite(clientDataJSON: string): void {
    const { crossOrigin, topOrigin } = decodeClientDataJSON(clientDataJSON)
    if (crossOrigin || topOrigin !== undefined)
      throw new Error('the response comes from a cross-origin frame')
  }

  /**
   * Throws for an attestation with certificates. None is requested, and checking one would parse, and request from other
   * servers, what the client chose.
   */
  function assertNoCertificates(attestationObject: string): void {
    const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
    const format = decoded.get('fmt')
    const isSelfSigned = format === 'packed' && decoded.get('attStmt').get('x5c') === undefined
    if (format !== 'none' && !isSelfSigned) throw new Error('the attestation has certificates')
  }

  return {
    registrationOptions: (user: RegistrationUser, challenge: string) =>
      library.generateRegistrationOptions({
        rpName: name,
        rpID: rpId,
        userName: user.username,
        userDisplayName: user.displayName,
        userID: bytesOf(user.userHandle),
        challenge: bytesOf(challenge),
        timeout: CHALLENGE_LIFETIME_SECONDS * 1000,
        attestationType: 'none',
        excludeCredentials: user.credentials.map(({ credentialId, transports }) => ({
          id: credentialId,
          transports: [...transports],
        })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: ALGORITHMS,
      }),

    loginOptions: (challenge: string) =>
      library.generateAuthenticationOptions({
        rpID: rpId,
        challenge: bytesOf(challenge),
        timeout: CHALLENGE_LIFETIME_SECONDS * 1000,
        userVerification: 'required',
      }),

    /** Returns undefined if the response is not valid. */
    async verifyRegistration(
      { id, transports, clientDataJSON, attestationObject }: Attestation,
      challengeHash: string,
    ): Promise<NewCredential | undefined> {
      return undefinedIfInvalid(async () => {
        assertThisSite(clientDataJSON)
        assertNoCertificates(attestationObject)
        const { registrationInfo } = await library.verifyRegistrationResponse({
          response: {
            id,
            rawId: id,
            type: 'public-key',
            response: { clientDataJSON, attestationObject },
            clientExtensionResults: {},
          },
          ...expected(challengeHash),
          supportedAlgorithmIDs: ALGORITHMS,
        })
        if (!registrationInfo) return undefined
        const { credential, aaguid, credentialBackedUp: backedUp } = registrationInfo
        const isBounded = credential.publicKey.byteLength <= MAX_PUBLIC_KEY_BYTES
        if (credential.id !== id || !isBounded) return undefined
        const publicKey = Buffer.from(credential.publicKey).toString('base64url')
        return { credentialId: id, publicKey, counter: credential.counter, transports, aaguid, backedUp }
      })
    },

    /** Returns undefined if the response is not valid. Its counter is not checked. */
    async verifyLogin({ id, ...response }: Assertion, challengeHash: string, publicKey: string) {
      return undefinedIfInvalid(async () => {
        assertThisSite(response.clientDataJSON)
        const { verified, authenticationInfo } = await library.verifyAuthenticationResponse({
          response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
          ...expected(challengeHash),
          // The library compares counters before it verifies the signature. With 0 it accepts any.
          credential: { id, publicKey: bytesOf(publicKey), counter: 0 },
        })
        const { newCounter: counter, credentialBackedUp: backedUp } = authenticationInfo
        return verified ? { counter, backedUp } : undefined
      })
    },
  }
}

/** The library throws for whatever is wrong with a response. Its messages contain what the client sent. */
async function undefinedIfInvalid<T>(verify: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await verify()
  } catch {
    return undefined
  }
}

function bytesOf(base64url: string) {
  return new Uint8Array(Buffer.from(base64url, 'base64url'))
}

function hashOf(challenge: string): string {
  return createHash('sha256').update(challenge).digest('base64url')
}
