import type { Database } from '../database/database.ts'

/** What a change can concern. Each kind has one snapshot that is reloaded when a change of it is seen. */
export type ChangeKind = 'policy' | 'revocation'

export type ChangeStore = ReturnType<typeof createChangeStore>

export function createChangeStore(database: Database) {
  return {
    /** Written in the transaction of the change itself: whoever sees the version sees the change. */
    async append(kinds: readonly ChangeKind[], at: number): Promise<void> {
      if (kinds.length === 0) return
      await database
        .insertInto('changes')
        .values(kinds.map((kind) => ({ kind, made_at: at })))
        .execute()
    },

    async latestVersion(): Promise<number> {
      const row = await database
        .selectFrom('changes')
        .select((of) => of.fn.max('version').as('version'))
        .executeTakeFirst()
      return Number(row?.version ?? 0)
    },

    async kindsSince(version: number): Promise<{ version: number; kinds: Set<string> }> {
      const rows = await database
        .selectFrom('changes')
        .select(['version', 'kind'])
        .where('version', '>', version)
        .orderBy('version')
        .execute()
      return { version: rows.at(-1)?.version ?? version, kinds: new Set(rows.map((row) => row.kind)) }
    },
  }
}
