import { type RawBuilder, sql } from 'kysely'
import { batchesOf } from '../../database/batches.ts'
import type { Database } from '../../database/database.ts'
import { allOf } from '../../database/page.ts'
import { contains } from '../../database/stored-text.ts'
import { foldedNameIn, foldForSearch, SEPARATOR } from './user-search.ts'

/** A search reads the ids of this many users at a time. SQLite runs in this thread, and other requests are handled in between. */
const IDS_PER_BATCH = 10_000
/** Below the parameter limit of every supported database. */
const MAX_IDS_PER_QUERY = 500

export interface FoundUser {
  readonly userId: number
  /** The form of the username by which the users are sorted. */
  readonly name: string
}

export function createUserSearchStore(database: Database) {
  async function firstIdAfter(id: number): Promise<number | undefined> {
    const next = database.selectFrom('user_search').select('id').where('id', '>', id)
    return (await next.orderBy('id').limit(1).executeTakeFirst())?.id
  }

  async function matchesBetween(from: number, to: number, text: string): Promise<FoundUser[]> {
    const rows = await database
      .selectFrom('user_search')
      .select(['id', 'search_text'])
      .where('id', '>=', from)
      .where('id', '<', to)
      .where(contains('search_text', text))
      .execute()
    return rows.map((row) => ({ userId: row.id, name: foldedNameIn(row.search_text) }))
  }

  async function meeting(conditions: readonly RawBuilder<unknown>[], found: readonly FoundUser[]) {
    if (conditions.length === 0) return found
    const matchingIds = new Set<number>()
    for await (const batch of batchesOf(found, MAX_IDS_PER_QUERY)) {
      const ids = sql.join(batch.map(({ userId }) => userId))
      const { rows } = await sql<{ id: number }>`
        select id from users where id in (${ids}) and ${allOf(conditions)}`.execute(database)
      for (const { id } of rows) matchingIds.add(id)
    }
    return found.filter(({ userId }) => matchingIds.has(userId))
  }

  return {
    /**
     * Returns the users whose username, name or e-mail address contains the text, and that meet the conditions. Stops after the
     * batch in which `max` is exceeded.
     */
    async find(text: string, conditions: readonly RawBuilder<unknown>[], max: number): Promise<FoundUser[]> {
      const folded = foldForSearch(text)
      const found: FoundUser[] = []
      if (folded === '' || folded.includes(SEPARATOR)) return found
      let id = await firstIdAfter(0)
      while (id !== undefined && found.length <= max) {
        const end = id + IDS_PER_BATCH
        found.push(...(await meeting(conditions, await matchesBetween(id, end, folded))))
        id = await firstIdAfter(end - 1)
      }
      return found
    },
  }
}
