import type { Database } from '../database/database.ts'
import { capabilitiesOf } from '../database/engines.ts'
import { forUpdate } from '../database/row-locks.ts'
import { CHANGE_CHANNEL } from './notifications.ts'

/** What a change can concern. Each kind has one snapshot that is reloaded when a change of it is seen. */
export type ChangeKind = 'policy' | 'revocation'

/** What has changed since a version. */
export interface ChangesSince {
  /** The version of the newest change. */
  readonly version: number
  readonly kinds: ReadonlySet<string>
  /** False: there were changes of which nothing is known any more, so that everything must be taken as changed. */
  readonly complete: boolean
}

export type ChangeStore = ReturnType<typeof createChangeStore>

const HEAD = 1

export function createChangeStore(database: Database) {
  return {
    /**
     * Written in the transaction of the change itself, as the last thing in it: whoever sees the version sees the
     * change. Until the transaction ends nobody else gets a version, so that versions are committed in their order and
     * whoever has seen one has missed none below. Answers the newest version.
     */
    async append(kinds: readonly ChangeKind[], at: number): Promise<number> {
      if (kinds.length === 0) return latestVersion()
      const version = await advance(kinds.length)
      const first = version - kinds.length + 1
      await database
        .insertInto('changes')
        .values(kinds.map((kind, index) => ({ version: first + index, kind, made_at: at })))
        .execute()
      await capabilitiesOf(database).notifications?.notify(database, CHANGE_CHANNEL)
      return version
    },

    latestVersion,

    /** Until the transaction ends nobody else changes anything that is noted here. */
    async lock(): Promise<void> {
      await forUpdate(
        database,
        database.selectFrom('change_head').select('id').where('id', '=', HEAD),
      ).execute()
    },

    async kindsSince(version: number): Promise<ChangesSince> {
      // One statement, so that the rows belong to the version.
      const rows = await database
        .selectFrom('change_head')
        .leftJoin('changes', (join) => join.on('changes.version', '>', version))
        .select((of) => ['change_head.version', 'changes.kind', of.fn.count('changes.version').as('count')])
        .where('change_head.id', '=', HEAD)
        .groupBy(['change_head.version', 'changes.kind'])
        .execute()
      const head = rows[0]?.version ?? 0
      const seen = rows.reduce((sum, row) => sum + Number(row.count), 0)
      return {
        version: head,
        kinds: new Set(rows.flatMap(({ kind }) => (kind === null ? [] : [kind]))),
        // Some were purged; or the head is lower than it was, because an older database was restored.
        complete: seen === head - version,
      }
    },

    /** Forgets changes that every node has followed long ago. The newest version stays what it is. */
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
