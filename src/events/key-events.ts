import type { RootDatabase, Transaction } from '../database/database.ts'
import { inTransaction } from '../database/transaction.ts'
import type { KeySet } from '../token/key-schedule.ts'
import type { TokenKey } from '../token/token-key.ts'
import { appendEvent } from './event.store.ts'
import type { NewEvent } from './event.ts'
import { createEventWindows, type Subject } from './event-window.store.ts'

export interface KeyEventOptions {
  readonly database: RootDatabase
  readonly keys: () => KeySet
  readonly now: () => number
}

/** The secret of the settings has no `kid`. */
const SETTINGS_SECRET = 'jwt.secret'

/**
 * Creates a function that stores an event for each key that was added, signs or was removed since its last call. All nodes
 * read the same keys; each fact is stored by the first node that sees it. What is true when the database first sees any
 * keys causes no event.
 */
export function createKeyEvents({ database, keys, now }: KeyEventOptions): () => Promise<void> {
  let seen: KeySet | undefined

  return async () => {
    const current = keys()
    if (current === seen) return
    await inTransaction(database, async (transaction) => {
      const windows = createEventWindows(transaction)
      const isBaseline = await windows.isFirst(['keys'])
      for (const { subject, event } of factsOf(current)) {
        if ((await windows.isFirst(subject)) && !isBaseline) await append(transaction, event)
      }
    })
    seen = current
  }

  async function append(transaction: Transaction, event: NewEvent): Promise<void> {
    await appendEvent(transaction, event, now())
  }
}

interface Fact {
  readonly subject: Subject
  readonly event: NewEvent
}

function factsOf({ accepted, signing, removedKids }: KeySet): Fact[] {
  return [
    ...accepted.map((key) => factOf('key.added', key)),
    ...(signing === undefined ? [] : [factOf('key.signing', signing)]),
    ...removedKids.map((kid): Fact => {
      const kind = 'key.removed'
      return { subject: [kind, kid], event: { kind, fields: { kid } } }
    }),
  ]
}

/** A key that replaces another one under the same name is another key. */
function factOf(kind: 'key.added' | 'key.signing', { kid, algorithm, fingerprint }: TokenKey): Fact {
  return {
    subject: [kind, kid ?? '', fingerprint],
    event: { kind, fields: { kid: kid ?? SETTINGS_SECRET, algorithm } },
  }
}
