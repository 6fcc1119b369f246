import { appendEvent, readReportedKeys, saveReportedKeys } from '../../../core/events/event.store.ts'
import type { NewEvent } from '../../../core/events/event.ts'
import type { KeySet } from '../../../core/token/keys/key-schedule.ts'
import type { TokenKey } from '../../../core/token/token-key.ts'
import type { RootDatabase } from '../../../platform/database/database.ts'
import { inTransaction } from '../../../platform/database/query/transaction.ts'

/** The keys of which the last events were stored, as the database stores them. */
interface ReportedKeys {
  readonly accepted: readonly ReportedKey[]
  /** A fingerprint; empty if no key signs. */
  readonly signing: string
  readonly removedKids: readonly string[]
}

/** A key that replaces another one under the same name has another fingerprint. */
interface ReportedKey {
  readonly kid: string
  readonly fingerprint: string
}

interface KeyEventsOptions {
  readonly database: RootDatabase
  readonly keys: () => KeySet
  readonly now: () => number
}

/** The secret of the settings has no `kid`. */
const SETTINGS_SECRET = 'jwt.secret'

/**
 * Creates a function that stores an event for each key that was added, signs or was removed since the last events. All nodes
 * read the same keys and compare them with those in the database, so the first node that sees a change stores its events.
 * The keys that the database sees first cause no event.
 */
export function createKeyEvents({ database, keys, now }: KeyEventsOptions): () => Promise<void> {
  let seen: KeySet | undefined

  return async () => {
    const current = keys()
    if (current === seen) return
    await inTransaction(database, async (transaction) => {
      const stored = await readReportedKeys(transaction)
      const after = JSON.stringify(reportedKeysOf(current))
      if (stored === after) return
      const events = stored === undefined ? [] : changesSince(JSON.parse(stored) as ReportedKeys, current)
      for (const event of events) await appendEvent(transaction, event, now())
      await saveReportedKeys(transaction, after)
    })
    seen = current
  }
}

/** Returns what is stored about the current keys, so that later ones can be compared with it. */
function reportedKeysOf({ accepted, signing, removedKids }: KeySet): ReportedKeys {
  return { accepted: accepted.map(reportedKeyOf), signing: signing?.fingerprint ?? '', removedKids }
}

function reportedKeyOf({ kid, fingerprint }: TokenKey): ReportedKey {
  return { kid: kid ?? SETTINGS_SECRET, fingerprint }
}

function changesSince(before: ReportedKeys, current: KeySet): NewEvent[] {
  const { accepted, signing, removedKids, expiredKids } = current
  const known = new Set(before.accepted.map(({ fingerprint }) => fingerprint))
  const added = accepted.filter(({ fingerprint }) => !known.has(fingerprint))
  const isNewSigner = signing !== undefined && signing.fingerprint !== before.signing
  const acceptedKids = new Set(accepted.map((key) => reportedKeyOf(key).kid))
  // A key whose file was deleted by hand counts as removed. One that has expired does not, because its tokens have expired
  // too, except the key that signed until now: it was replaced immediately.
  const refused = before.accepted.filter(({ kid, fingerprint }) => {
    const isExpired = kid === SETTINGS_SECRET || expiredKids.includes(kid)
    return !acceptedKids.has(kid) && (!isExpired || fingerprint === before.signing)
  })
  const removed = removedKids.filter((kid) => !before.removedKids.includes(kid))
  const gone = new Set([...removed, ...refused.map(({ kid }) => kid)])
  return [
    ...added.map((key) => eventOf('key.added', key)),
    ...(isNewSigner ? [eventOf('key.signing', signing)] : []),
    ...[...gone].map((kid): NewEvent => ({ kind: 'key.removed', fields: { kid } })),
  ]
}

function eventOf(kind: 'key.added' | 'key.signing', { kid, algorithm }: TokenKey): NewEvent {
  return { kind, fields: { kid: kid ?? SETTINGS_SECRET, algorithm } }
}
