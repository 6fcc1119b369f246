import type { PublicJwk } from './key-algorithm.ts'
import type { ScheduleEntry } from './key-schedule.ts'
import type { TokenKey } from './token-key.ts'

/** What tokens are signed and verified with at one time. Immutable: a change makes another one. */
export interface KeySet {
  /** Nothing where no key's time has come. */
  readonly signing: TokenKey | undefined
  /** Every key whose tokens are good. */
  readonly accepted: readonly TokenKey[]
  /** The key that a token names, if it is of the algorithm that the token names. */
  find(header: Readonly<Record<string, unknown>>): TokenKey | undefined
  /** The public keys, as RFC 7517 writes a set of them. */
  readonly published: { readonly keys: readonly PublicJwk[] }
  /** Another one as soon as a key is no longer accepted: what was verified before may not be good any more. */
  readonly generation: number
}

type Entry = ScheduleEntry<{ readonly tokenKey: TokenKey | undefined }>

/** The set after `before`; `before` itself where nothing has changed. */
export function keySetOf(entries: readonly Entry[], before: KeySet | undefined): KeySet {
  const accepted = entries.flatMap(({ key, state }) =>
    key.tokenKey !== undefined && state !== 'expired' && state !== 'removed' ? [key.tokenKey] : [],
  )
  const signing = entries.find(({ state }) => state === 'signing')?.key.tokenKey
  // Only ever looked up: a name that a token brings is no path and no query.
  const byKid = new Map(accepted.map((key) => [key.kid, key]))
  const stays = (key: TokenKey): boolean => byKid.get(key.kid)?.fingerprint === key.fingerprint
  const old = before?.accepted ?? []
  const isSame =
    before !== undefined &&
    old.length === accepted.length &&
    old.every(stays) &&
    before.signing?.fingerprint === signing?.fingerprint
  if (isSame) return before

  return Object.freeze({
    signing,
    accepted,
    find({ alg, kid }: Readonly<Record<string, unknown>>) {
      if (kid !== undefined && typeof kid !== 'string') return undefined
      const key = byKid.get(kid)
      return key?.algorithm === alg ? key : undefined
    },
    published: { keys: accepted.flatMap(({ publicJwk }) => (publicJwk === undefined ? [] : [publicJwk])) },
    generation: before === undefined ? 0 : before.generation + (old.every(stays) ? 0 : 1),
  })
}
