import type { KeyObject } from 'node:crypto'
import { beforeAll, beforeEach } from 'vitest'
import {
  type KeySet,
  keySetOf,
  type Scheduled,
  scheduleOf,
  withSettingsSecret,
} from '../../src/core/token/keys/key-schedule.ts'
import { createTokens, type Tokens } from '../../src/core/token/token.ts'
import { createTokenKey, secretTokenKey, type TokenKey } from '../../src/core/token/token-key.ts'
import { Refusal } from '../../src/platform/refusal/refusal.ts'
import { ASYMMETRIC, type Asymmetric, newPrivateKey } from './key-files.ts'
import { SECRET } from './service.ts'

export const ISSUED = 1_800_000_000
export const subject = {
  userId: 7,
  roleId: 3,
  roleKey: 'editor',
  username: 'alice',
  dataScope: '5',
  sessionId: 42,
  nonce: 'abcdefghijklmnop',
  issuedAtSeconds: ISSUED,
}

/** Creates tokens with one key per algorithm, named `the-EdDSA` and so on, and the configured secret. */
export function tokensForTests() {
  const privateKeys = {} as Record<Asymmetric, KeyObject>
  const fileKeys = {} as Record<Asymmetric, Scheduled & { tokenKey: TokenKey }>
  let secret: TokenKey
  let keys: KeySet
  let tokens: Tokens

  beforeAll(async () => {
    secret = await secretTokenKey(SECRET)
    for (const algorithm of ASYMMETRIC) {
      privateKeys[algorithm] = newPrivateKey[algorithm]()
      const tokenKey = await createTokenKey(`the-${algorithm}`, algorithm, privateKeys[algorithm])
      fileKeys[algorithm] = {
        signsFrom: 0,
        olderKeysUntil: Number.MAX_SAFE_INTEGER,
        isRemoved: false,
        tokenKey,
      }
    }
  })
  beforeEach(() => {
    keys = setOf(undefined, ...ASYMMETRIC)
    const now = () => ISSUED * 1000
    tokens = createTokens({
      keys: () => keys,
      issuer: 'castellan',
      lifetimeSeconds: 3600,
      cacheSize: 10,
      now,
    })
  })

  function setOf(before: KeySet | undefined, ...algorithms: Asymmetric[]): KeySet {
    const files = algorithms.map((algorithm) => fileKeys[algorithm])
    const all = withSettingsSecret(files, { tokenKey: secret }, 'HS256')
    return keySetOf(scheduleOf(all, { now: ISSUED * 1000, tokenLifetimeSeconds: 3600 }), before)
  }

  return {
    privateKeys,
    tokens: () => tokens,
    keys: () => keys,
    /** Replaces the keys by these and the configured secret. The first key signs. */
    use(...algorithms: Asymmetric[]): void {
      keys = setOf(keys, ...algorithms)
    },
    useSet(set: KeySet): void {
      keys = set
    },
    /** Returns a token signed with this algorithm's key, while all keys are accepted. */
    async issueWith(algorithm: Asymmetric): Promise<string> {
      keys = setOf(keys, algorithm, ...ASYMMETRIC.filter((one) => one !== algorithm))
      return (await tokens.issue(subject)).token
    },
    /** Returns the reason for a refusal, or `accepted`. */
    refused: (token: string): string => outcomeOf(tokens, token),
  }
}

/** Returns the reason for which a token is refused, or `accepted`. */
export function outcomeOf(tokens: Tokens, token: string): string {
  try {
    tokens.verify(token)
    return 'accepted'
  } catch (error) {
    return error instanceof Refusal ? error.reason : `fault: ${error}`
  }
}
