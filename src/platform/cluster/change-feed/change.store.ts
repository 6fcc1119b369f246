import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { capabilitiesOf } from '../../database/engines.ts'
import { prepared } from '../../database/query/prepared.ts'
import { forUpdate } from '../../database/query/row-locks.ts'
import {
  type ChangeKind,
  type ChangeStep,
  formatSteps,
  type NewChange,
  parseSteps,
} from './change-records.ts'
import { CHANGE_CHANNEL } from './notifications.ts'

/** The changes after a version, up to a version. */
export interface VersionRange {
  readonly after: number
  readonly upTo: number
}

/** A change that can be applied to a snapshot of the version before it. */
export interface CarriedChange {
  readonly version: number
  readonly steps: readonly ChangeStep[]
}

export type ChangeStore = ReturnType<typeof createChangeStore>

/** The id of the row with the newest version. */
export const HEAD = 1

/** One statement, so that the rows belong to the version. */
const findKindsSince = prepared<
  [version: number],
  { readonly version: number; readonly kind: string | null; readonly count: string | number | bigint }
>((database) =>
  database
    .selectFrom('change_head')
    .leftJoin('changes', (join) => join.on('changes.version', '>', 0))
    .select((of) => ['change_head.version', 'changes.kind', of.fn.count('changes.version').as('count')])
    .where('change_head.id', '=', sql.lit(HEAD))
    .groupBy(['change_head.version', 'changes.kind']),
)

/** After more changes of all kinds than this, as after an outage, a snapshot is loaded again. */
const MAX_CHANGES_TO_APPLY = 1000

export function createChangeStore(database: Database) {
  return {
    /**
     * Records changes and returns the newest version. Called last in the transaction of the change, so that a reader of the
     * version also sees the change. No other transaction gets a version until this one ends, so that versions are committed
     * in their order and a reader misses none.
     */
    async append(changes: readonly NewChange[], at: number): Promise<number> {
      if (changes.length === 0) return latestVersion()
      const version = await advance(changes.length)
      const first = version - changes.length + 1
      const rows = changes.map(({ kind, steps }, index) => ({
        version: first + index,
        kind,
        payload: formatSteps(steps),
        made_at: at,
      }))
      await database.insertInto('changes').values(rows).execute()
      await capabilitiesOf(database).notifications?.notify(database, CHANGE_CHANNEL)
      return version
    },

    latestVersion,

    /** Prevents all recorded changes by others until the transaction ends. */
    async lock(): Promise<void> {
      await forUpdate(
        database,
        database.selectFrom('change_head').select('id').where('id', '=', HEAD),
      ).execute()
    },

    /** Returns the version of the newest change, and the kinds of the changes since a version. */
    async kindsSince(version: number) {
      const rows = await findKindsSince(database, version)
      const head = rows[0]?.version ?? 0
      const seen = rows.reduce((sum, row) => sum + Number(row.count), 0)
      return {
        version: head,
        kinds: new Set(rows.flatMap(({ kind }) => (kind === null ? [] : [kind]))),
        // Otherwise everything may have changed: some were deleted, or the version is lower than before because an older
        // database was restored.
        complete: seen === head - version,
      }
    },

    /** Returns the changes of a kind in their order, or undefined if some of them cannot be applied to a snapshot. */
    async listCarried(kind: ChangeKind, { after, upTo }: VersionRange): Promise<CarriedChange[] | undefined> {
      if (upTo - after > MAX_CHANGES_TO_APPLY) return undefined
      const rows = await database
        .selectFrom('changes')
        .select(['version', 'kind', 'payload'])
        .where('version', '>', after)
        .where('version', '<=', upTo)
        .orderBy('version')
        .execute()
      if (rows.length !== upTo - after) return undefined
      const carried: CarriedChange[] = []
      for (const { version, kind: ofRow, payload } of rows) {
        if (ofRow !== kind) continue
        const steps = parseSteps(payload)
        if (steps === undefined) return undefined
        carried.push({ version, steps })
      }
      return carried
    },

    /** Deletes changes that every node has applied long ago. The newest version does not change. */
    async deleteExpired(before: number): Promise<void> {
      await database.deleteFrom('changes').where('made_at', '<', before).execute()
    },
  }

  async function latestVersion(): Promise<number> {
    const row = await database
      .selectFrom('change_head')
      .select('version')
      .where('id', '=', HEAD)
      .executeTakeFirstOrThrow()
    return row.version
  }

  async function advance(count: number): Promise<number> {
    const update = database
      .updateTable('change_head')
      .set((of) => ({ version: of('version', '+', count) }))
      .where('id', '=', HEAD)
    if (database.getExecutor().adapter.supportsReturning) {
      return (await update.returning('version').executeTakeFirstOrThrow()).version
    }
    await update.execute()
    return latestVersion()
  }
}
