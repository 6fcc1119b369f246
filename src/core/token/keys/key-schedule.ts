import { createHash, createHmac } from 'node:crypto'
import type { PublicJwk, TokenKey } from '../token-key.ts'
import type { KeyDates } from './key-file.ts'
import type { Algorithm } from './signature.ts'

/**
 * `next`: published, signs later. `signing`: signs new tokens. `accepted`: no longer signs, but its tokens are accepted.
 * `expired`: its tokens are refused. `removed`: its tokens are refused before they expire.
 */
export type KeyState = 'next' | 'signing' | 'accepted' | 'expired' | 'removed'

/** What determines the state of a key, together with the dates of the keys after it. */
export interface Scheduled extends KeyDates {
  readonly isRemoved: boolean
}

export interface ScheduleEntry<Key> {
  readonly key: Key
  readonly state: KeyState
  /** Until when its tokens are accepted; undefined while there is no newer key. */
  readonly acceptedUntil: number | undefined
}

interface ScheduleOptions {
  readonly now: number
  readonly tokenLifetimeSeconds: number
}

/** The keys that sign and verify tokens at one time. Immutable: a change creates a new set. */
export interface KeySet {
  /** Undefined if no key signs yet. */
  readonly signing: TokenKey | undefined
  /** The keys whose tokens are accepted. */
  readonly accepted: readonly TokenKey[]
  /** The names of keys whose tokens are refused before they expire. */
  readonly removedKids: readonly string[]
  /** The names of keys whose tokens have expired. */
  readonly expiredKids: readonly string[]
  /** Returns the key that a token's header names, if the header also names its algorithm. */
  find(header: Readonly<Record<string, unknown>>): TokenKey | undefined
  /** The public keys in the format of RFC 7517. */
  readonly published: { readonly keys: readonly PublicJwk[] }
  /** Changes when a key is no longer accepted: tokens that were verified before may be invalid now. */
  readonly generation: number
}

/** Nodes read their keys every two seconds at least, and their clocks differ a little. */
const MARGIN_SECONDS = 60

/**
 * Returns the keys of the folder and the secret of the settings, which is older than all of them. If the settings name another
 * algorithm, the secret is not used as long as the folder has no key.
 */
export function withSettingsSecret<Key extends Scheduled, Secret extends object>(
  keys: readonly Key[],
  secret: Secret,
  algorithm: Algorithm,
): readonly (Key | (Secret & Scheduled))[] {
  if (keys.length === 0 && algorithm !== 'HS256') return []
  return [...keys, { ...secret, signsFrom: Number.NEGATIVE_INFINITY, isRemoved: false }]
}

/**
 * Returns the state of every key, in the given order. Of the keys whose `signsFrom` has passed, the newest signs; of several
 * with the same time, the first. A key is accepted until the last token that it can have signed has expired.
 * See docs/decisions/0008-signing-keys.md.
 */
export function scheduleOf<Key extends Scheduled>(
  keys: readonly Key[],
  { now, tokenLifetimeSeconds }: ScheduleOptions,
): readonly ScheduleEntry<Key>[] {
  const overlap = (tokenLifetimeSeconds + MARGIN_SECONDS) * 1000
  const endOf = (key: Key): number =>
    Math.min(
      ...keys
        .filter((other) => other.signsFrom > key.signsFrom)
        .map((newer) => newer.olderKeysUntil ?? newer.signsFrom + overlap),
    )
  const entries = keys.map((key) => ({ key, end: endOf(key) }))
  const candidates = keys.filter(({ isRemoved, signsFrom }) => !isRemoved && signsFrom <= now)
  const newest = Math.max(...candidates.map(({ signsFrom }) => signsFrom))
  const signing = candidates.find(({ signsFrom }) => signsFrom === newest)

  const stateOf = (key: Key, end: number): KeyState => {
    if (key.isRemoved) return 'removed'
    if (now >= end) return 'expired'
    if (key.signsFrom > now) return 'next'
    return key === signing ? 'signing' : 'accepted'
  }
  return entries.map(({ key, end }) => ({
    key,
    state: stateOf(key, end),
    acceptedUntil: Number.isFinite(end) ? end : undefined,
  }))
}

type Entry = ScheduleEntry<{ readonly tokenKey: TokenKey | undefined; readonly kid?: string | undefined }>

/** Returns the key set of a schedule, or the previous set if nothing has changed. */
export function keySetOf(entries: readonly Entry[], previous: KeySet | undefined): KeySet {
  const accepted = entries.flatMap(({ key, state }) =>
    key.tokenKey !== undefined && state !== 'expired' && state !== 'removed' ? [key.tokenKey] : [],
  )
  const signing = entries.find(({ state }) => state === 'signing')?.key.tokenKey
  const kidsIn = (wanted: KeyState): string[] =>
    entries.flatMap(({ key, state }) => (state === wanted && key.kid !== undefined ? [key.kid] : []))
  const removedKids = kidsIn('removed')
  // The `kid` of a token is only looked up here, never used as a path or in a query.
  const byKid = new Map(accepted.map((key) => [key.kid, key]))
  const isStillAccepted = (key: TokenKey): boolean => byKid.get(key.kid)?.fingerprint === key.fingerprint
  const old = previous?.accepted ?? []
  const isSame =
    previous !== undefined &&
    old.length === accepted.length &&
    old.every(isStillAccepted) &&
    previous.signing?.fingerprint === signing?.fingerprint &&
    previous.removedKids.join() === removedKids.join()
  if (isSame) return previous

  return Object.freeze({
    signing,
    accepted,
    removedKids,
    expiredKids: kidsIn('expired'),
    find({ alg, kid }: Readonly<Record<string, unknown>>) {
      if (kid !== undefined && typeof kid !== 'string') return undefined
      const key = byKid.get(kid)
      return key?.algorithm === alg ? key : undefined
    },
    published: { keys: accepted.flatMap(({ publicJwk }) => (publicJwk === undefined ? [] : [publicJwk])) },
    generation: previous === undefined ? 0 : previous.generation + (old.every(isStillAccepted) ? 0 : 1),
  })
}

const FINGERPRINT_LENGTH = 12

/**
 * Returns a short text that is the same on nodes with the same keys: those that sign and verify tokens, and the secret
 * that protects captchas. It reveals none of them.
 */
export function fingerprintOfKeys({ signing, accepted }: KeySet, secret: string): string {
  const parts = [
    signing?.fingerprint ?? null,
    accepted.map(({ fingerprint }) => fingerprint).sort(),
    createHmac('sha256', secret).update('fingerprint').digest('hex'),
  ]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, FINGERPRINT_LENGTH)
}
