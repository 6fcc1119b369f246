import type { Algorithm } from './key-algorithm.ts'

/**
 * `next`: known to all, and will sign. `signing`: signs. `accepted`: signs no more, but what it signed is good.
 * `expired`: what it signed is refused. `removed`: the same, at once.
 */
export type KeyState = 'next' | 'signing' | 'accepted' | 'expired' | 'removed'

/** What decides about a key's state: its own dates, and those of the keys after it. */
export interface Scheduled {
  readonly signsFrom: number
  readonly olderKeysUntil?: number | undefined
  readonly isRemoved: boolean
}

/**
 * The keys of the folder, and with them the secret of the settings, which is older than every one of them. Where another
 * algorithm is asked for, the secret does not step in for a folder without any key.
 */
export function withSettingsSecret<Key extends Scheduled, Secret extends object>(
  keys: readonly Key[],
  secret: Secret,
  algorithm: Algorithm,
): readonly (Key | (Secret & Scheduled))[] {
  if (keys.length === 0 && algorithm !== 'HS256') return []
  return [...keys, { ...secret, signsFrom: Number.NEGATIVE_INFINITY, isRemoved: false }]
}

export interface ScheduleEntry<Key> {
  readonly key: Key
  readonly state: KeyState
  /** When what it signed ends being accepted; nothing while no newer key says so. */
  readonly acceptedUntil: number | undefined
}

export interface ScheduleOptions {
  readonly now: number
  readonly tokenLifetimeSeconds: number
}

/** Nodes look at their keys twice a second, and their clocks are not quite the same. */
const MARGIN_SECONDS = 60

/**
 * The state of every key at this time, in the order given. Of the keys whose time has come the newest signs; of several of
 * the same time, the first. A key is accepted until the last token that it can have signed has expired.
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
