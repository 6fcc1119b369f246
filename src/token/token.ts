import { compactVerify, SignJWT } from 'jose'
import { Refusal } from '../refusal.ts'
import { createTokenCache } from './token-cache.ts'
import { formOf } from './token-form.ts'
import {
  type Claims,
  type Identity,
  identityOf,
  jtiOf,
  PASSWORD_CHANGE_DUE,
  type TokenPayload,
} from './token-payload.ts'

const ALGORITHM = 'HS256'

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
  /** The identity of a token that has been verified before and is still good; undefined for one never seen. */
  recall(token: string): Identity | undefined
  /** The identity of a token, or a refusal. */
  verify(token: string): Promise<Identity>
}

export interface TokenOptions {
  readonly secret: string
  readonly issuer: string
  readonly lifetimeSeconds: number
  /** Marks tokens that only a service in the same mode takes. */
  readonly mode?: string | undefined
  readonly now: () => number
  readonly cacheSize?: number
}

const DEFAULT_CACHE_SIZE = 10_000

export function createTokens(options: TokenOptions): Tokens {
  const { issuer, lifetimeSeconds, mode, now } = options
  const key = new TextEncoder().encode(options.secret)
  const verified = createTokenCache<Identity>(options.cacheSize ?? DEFAULT_CACHE_SIZE)

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
        ...(subject.pwdChangeDue ? { passwordchange: PASSWORD_CHANGE_DUE } : {}),
      }
      const token = await new SignJWT({ ...claims })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .sign(key)
      return { token, expiresAt: new Date(exp * 1000) }
    },

    recall(token) {
      const identity = verified.get(token)
      if (identity) refuseExpired(identity)
      return identity
    },

    async verify(token) {
      const form = formOf(token)
      // One algorithm a key: what the header asks for is compared, never obeyed.
      if (form?.header.alg !== ALGORITHM || form.header.typ !== 'JWT') throw new Refusal('token-malformed')
      await compactVerify(token, key, { algorithms: [ALGORITHM] }).catch(() => {
        throw new Refusal('token-malformed')
      })
      const identity = acceptedIdentity(form.claims)
      if (!identity) throw new Refusal('token-malformed')
      refuseExpired(identity)
      verified.set(token, identity)
      return identity
    },
  }

  function acceptedIdentity(claims: Readonly<Record<string, unknown>>): Identity | undefined {
    // We name no audience: a token that does is meant for somebody else.
    if (claims.iss !== issuer || claims.aud !== undefined || claims.nbf !== undefined) return undefined
    if (claims.mode !== undefined && claims.mode !== mode) return undefined
    return identityOf(claims)
  }

  function refuseExpired(identity: Identity): void {
    if (identity.expiresAt.getTime() <= now()) throw new Refusal('token-expired')
  }
}
