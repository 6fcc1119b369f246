import { Refusal } from '../refusal.ts'
import { type Bearer, tokenOf } from './bearer.ts'
import type { KeySet } from './key-set.ts'
import { createTokenCache, type TokenCache } from './token-cache.ts'
import { parseToken } from './token-parser.ts'
import {
  type Claims,
  type Identity,
  identityOf,
  jtiOf,
  PASSWORD_CHANGE_DUE_CLAIM,
  type TokenPayload,
} from './token-payload.ts'

/** What the token carries, and the session it belongs to. */
export interface TokenSubject extends TokenPayload {
  readonly sessionId: number
  readonly nonce: string
  readonly issuedAtSeconds: number
}

export interface IssuedToken {
  readonly token: string
  readonly expiresAt: Date
}

export interface Tokens {
  readonly lifetimeSeconds: number
  issue(subject: TokenSubject): Promise<IssuedToken>
  /**
   * The identity of a token that has been verified before and is still good at this time, by the text that carries it;
   * undefined for any other text.
   */
  recall(text: string, time: number): Identity | undefined
  /** The identity of a token, or a refusal. */
  verify(bearer: Bearer): Promise<Identity>
}

export interface TokenOptions {
  /** The keys as they are now. */
  readonly keys: () => KeySet
  readonly issuer: string
  readonly lifetimeSeconds: number
  /** Marks tokens that only a service in the same mode takes. */
  readonly mode?: string | undefined
  readonly now: () => number
  readonly cacheSize?: number
}

const DEFAULT_CACHE_SIZE = 10_000

export function createTokens(options: TokenOptions): Tokens {
  const { keys, issuer, lifetimeSeconds, mode, now, cacheSize = DEFAULT_CACHE_SIZE } = options
  let verified = createTokenCache<Identity>(cacheSize)
  let generation = keys().generation

  /** What was verified with the keys of this generation: with a key that is gone, its tokens are forgotten. */
  const verifiedWith = (set: KeySet): TokenCache<Identity> => {
    if (set.generation !== generation) {
      verified = createTokenCache(cacheSize)
      generation = set.generation
    }
    return verified
  }

  return {
    lifetimeSeconds,

    async issue(subject) {
      const exp = subject.issuedAtSeconds + lifetimeSeconds
      const claims: Claims = {
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
        ...(subject.pwdChangeDue ? { passwordchange: PASSWORD_CHANGE_DUE_CLAIM } : {}),
      }
      const { signing } = keys()
      if (!signing) throw new Refusal('unavailable')
      const token = await signing.sign({ ...claims })
      return { token, expiresAt: new Date(exp * 1000) }
    },

    recall(text, time) {
      const identity = verifiedWith(keys()).get(text)
      if (identity) refuseExpired(identity, time)
      return identity
    },

    async verify(bearer) {
      const token = tokenOf(bearer)
      const form = parseToken(token)
      const key = form && keys().find(form.header)
      if (!key || form.header.typ !== 'JWT') throw new Refusal('token-malformed')
      try {
        await key.verify(token)
      } catch {
        throw new Refusal('token-malformed')
      }
      // The key may have been removed meanwhile.
      const set = keys()
      if (set.find(form.header)?.fingerprint !== key.fingerprint) throw new Refusal('token-malformed')
      const identity = acceptedIdentity(form.claims)
      if (!identity) throw new Refusal('token-malformed')
      refuseExpired(identity, now())
      verifiedWith(set).set(bearer, identity)
      return identity
    },
  }

  function acceptedIdentity(claims: Readonly<Record<string, unknown>>): Identity | undefined {
    // We name no audience: a token that does is meant for somebody else.
    if (claims.iss !== issuer || claims.aud !== undefined || claims.nbf !== undefined) return undefined
    if (claims.mode !== undefined && claims.mode !== mode) return undefined
    return identityOf(claims)
  }

  function refuseExpired(identity: Identity, time: number): void {
    // In this form what is no time is refused too.
    if (!(time < identity.expiresAt.getTime())) throw new Refusal('token-expired')
  }
}
