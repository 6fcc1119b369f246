import type { Selectable } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { keysetBatches } from '../../../platform/database/query/batches.ts'
import { forUpdate } from '../../../platform/database/query/row-locks.ts'
import type { ChainTables } from './chain-tables.ts'
import type { LinkedEntry } from './compare.ts'
import type { Link } from './link.ts'

/** The logs that have a hash chain. */
type ChainName = 'login_log' | 'audit_log'

/** The last link of a log, and the link before its first entry. Retention moves the latter forward. */
export interface ChainEnds {
  readonly head: Link
  readonly base: Link
}

export function createChainStore(database: Database, name: ChainName) {
  const chain = database.selectFrom('log_chains').selectAll().where('id', '=', name)

  return {
    async ends(): Promise<ChainEnds> {
      return endsOf(await chain.executeTakeFirstOrThrow())
    },

    /** Locks the log until the transaction ends: no other transaction can append entries or delete old ones. */
    async lock(): Promise<ChainEnds> {
      return endsOf(await forUpdate(database, chain).executeTakeFirstOrThrow())
    },

    async moveHead({ position, hash }: Link): Promise<void> {
      await database.updateTable('log_chains').set({ position, hash }).where('id', '=', name).execute()
    },

    async moveBase({ position, hash }: Link): Promise<void> {
      const base = { base_position: position, base_hash: hash }
      await database.updateTable('log_chains').set(base).where('id', '=', name).execute()
    },
  }
}

/** Small, so that most entries are garbage before V8 moves them to the old generation of its heap. */
const ENTRIES_PER_BATCH = 200

/**
 * Yields all entries in the order of the chain. `readAfter` returns the next ones after a position, and `linkOf` the link that
 * an entry should have after another one.
 */
export async function* linkedEntries<Entry extends Link>(
  readAfter: (position: number, limit: number) => Promise<readonly Entry[]>,
  linkOf: (previous: Link, entry: Entry) => Link,
): AsyncGenerator<LinkedEntry> {
  const beginning = Number.MIN_SAFE_INTEGER
  const batches = keysetBatches(beginning, ENTRIES_PER_BATCH, readAfter, ({ position }) => position)
  for await (const entries of batches) {
    for (const entry of entries) {
      const { position, hash } = entry
      yield { position, hash, after: (previous) => linkOf(previous, entry) }
    }
  }
}

function endsOf(row: Selectable<ChainTables['log_chains']>): ChainEnds {
  return {
    head: { position: row.position, hash: row.hash },
    base: { position: row.base_position, hash: row.base_hash },
  }
}
