import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import {
  type DutyReason,
  dutyOf,
  type Identity,
  type TokenPayload,
} from '../../platform/http/call/identity.ts'
import { Refusal } from '../../platform/refusal/refusal.ts'
import { MINUTE_IN_MS } from '../../platform/runtime/time-units.ts'
import type { KeySet } from './keys/key-schedule.ts'
import { parseToken } from './token-parser.ts'
import { type Claims, DUE_CLAIM, jtiOf, parseClaims } from './token-payload.ts'

/** What a token contains, and the session it belongs to. */
export interface TokenSubject extends TokenPayload {
  readonly sessionId: number
  readonly nonce: string
  readonly issuedAtSeconds: number
  /** By default, that of all tokens. */
  readonly lifetimeSeconds?: number
}

export interface IssuedToken {
  readonly token: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  /** What the user has to do first. The token allows nothing else. */
  readonly due?: DutyReason
}

export type Tokens = ReturnType<typeof createTokens>

interface TokenOptions {
  /** Returns the current keys. */
  readonly keys: () => KeySet
  readonly issuer: string
  readonly lifetimeSeconds: number
  /** The mode that tokens are bound to: only a service in the same mode accepts them. */
  readonly mode?: string | undefined
  /** How many verified tokens are cached, for tests. */
  readonly cacheSize?: number
  readonly now: () => number
  /** The time of the database, by which roles end. */
  readonly databaseNow?: () => number
}

/** The clocks of the nodes that issue and verify tokens differ a little. */
const MAX_CLOCK_SKEW_MS = MINUTE_IN_MS

/** The most recently used tokens, about 1 KB each. The signature of any other token is verified again. */
const CACHE_SIZE = 100_000

export function createTokens(options: TokenOptions) {
  const { keys, issuer, lifetimeSeconds, mode, cacheSize = CACHE_SIZE, now, databaseNow = now } = options
  // With `max`, the memory of all entries would be allocated at the start.
  const verified = new LRUCache<string, Identity>({ maxSize: cacheSize, sizeCalculation: () => 1 })
  let generation = keys().generation

  /** Clears the cache when a key is no longer accepted: some of the cached tokens may be signed by it. */
  const clearAfterKeyRemoval = (keySet: KeySet): void => {
    if (keySet.generation === generation) return
    verified.clear()
    generation = keySet.generation
  }

  return {
    lifetimeSeconds,

    async issue(subject: TokenSubject): Promise<IssuedToken> {
      const exp = subject.issuedAtSeconds + (subject.lifetimeSeconds ?? lifetimeSeconds)
      const claims = {
        identity: subject.userId,
        roleid: subject.roleId,
        rolekey: subject.roleKey,
        nice: subject.username,
        datascope: subject.dataScope,
        iss: issuer,
        iat: subject.issuedAtSeconds,
        exp,
        jti: jtiOf(subject),
        ...(mode === undefined ? {} : { mode }),
        ...(subject.pwdChangeDue ? { passwordchange: DUE_CLAIM } : {}),
        ...(subject.secondFactorDue ? { secondfactor: DUE_CLAIM } : {}),
        ...(subject.roleUntil === undefined ? {} : { roleuntil: Math.floor(subject.roleUntil / 1000) }),
      } satisfies Claims
      const { signing } = keys()
      if (!signing) throw new Refusal('unavailable')
      const due = dutyOf(subject)
      return {
        token: await signing.sign(claims),
        expiresAt: exp * 1000,
        ...(due === undefined ? {} : { due }),
      }
    },

    /** Returns an id of the key, issuer and mode of new tokens. Throws a refusal if no key can sign. */
    signerId(): string {
      const { signing } = keys()
      if (!signing) throw new Refusal('unavailable')
      return signerIdOf(signing.fingerprint, mode)
    },

    /** Returns the signer ids whose tokens are accepted. */
    acceptedSignerIds(): readonly string[] {
      // Tokens without a mode are accepted in every mode.
      const modes = mode === undefined ? [undefined] : [undefined, mode]
      return keys().accepted.flatMap(({ fingerprint }) =>
        modes.map((accepted) => signerIdOf(fingerprint, accepted)),
      )
    },

    /** Returns the identity of a token. Throws a refusal if the token is not valid now. Verified tokens are cached. */
    verify(token: string): Identity {
      const keySet = keys()
      const time = now()
      clearAfterKeyRemoval(keySet)
      const known = verified.get(token)
      const identity = known ?? identityIn(token, keySet, time)
      if (!identity) throw new Refusal('token-malformed')
      // Before the expiry, which comes at the same time by the clock of this node: the reason is clearer.
      if (identity.roleUntil !== undefined && !(databaseNow() < identity.roleUntil))
        throw new Refusal('role-ended', {}, { identity })
      // In this form, the comparison also refuses NaN.
      if (!(time < identity.expiresAt)) throw new Refusal('token-expired', {}, { identity })
      if (!known) verified.set(token, identity)
      return identity
    },
  }

  function signerIdOf(fingerprint: string, boundMode: string | undefined): string {
    return createHash('sha256')
      .update(JSON.stringify([fingerprint, issuer, boundMode ?? null]))
      .digest('base64url')
  }

  /** Returns the identity in a token that one of the keys has signed, expired or not. */
  function identityIn(token: string, keySet: KeySet, time: number): Identity | undefined {
    const { header, claims } = parseToken(token) ?? {}
    if (!header || !claims || header.typ !== 'JWT' || !keySet.find(header)?.hasSigned(token)) return undefined
    // Our tokens have no audience: a token that has one is meant for another service.
    if (claims.iss !== issuer || claims.aud !== undefined || claims.nbf !== undefined) return undefined
    if (claims.mode !== undefined && claims.mode !== mode) return undefined
    const identity = parseClaims(claims)
    // In this form, the comparison also refuses NaN.
    return identity && identity.issuedAt <= time + MAX_CLOCK_SKEW_MS ? identity : undefined
  }
}
