import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { SqlDialect } from '../../../platform/database/engine.ts'
import { engineOf } from '../../../platform/database/engines.ts'
import { batchesOf, keysetBatches } from '../../../platform/database/query/batches.ts'
import { allOf } from '../../../platform/database/query/page.ts'
import { contains } from '../../../platform/database/query/stored-text.ts'
import { foldedNameIn, foldForSearch, SEPARATOR } from './user-search.ts'

/** A search reads the ids of this many users at a time. SQLite runs in this thread, and other requests are handled in between. */
const IDS_PER_BATCH = 10_000
const TRIGRAM_CHARACTERS = 3

type Trigrams = NonNullable<SqlDialect['trigrams']>

export interface FoundUser {
  readonly userId: number
  /** The form of the username by which the users are sorted. */
  readonly name: string
}

/** Creates the search for users by a part of a text, with or without an index. See docs/decisions/0054-user-search-index.md. */
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
    return rows.map(foundUser)
  }

  /** Reads all texts, for a text that is too short for the index, and without an index. */
  async function* scan(text: string): AsyncGenerator<FoundUser[]> {
    for (let id = await firstIdAfter(0); id !== undefined; ) {
      const end: number = id + IDS_PER_BATCH
      yield matchesBetween(id, end, text)
      id = await firstIdAfter(end - 1)
    }
  }

  function indexed(text: string, { table, key, mayContain }: Trigrams): AsyncGenerator<readonly FoundUser[]> {
    const read = async (after: number, limit: number): Promise<FoundUser[]> => {
      const { rows } = await sql<{ id: number; search_text: string }>`
        select ${sql.ref(key)} as id, search_text from ${sql.table(table)}
          where ${mayContain(text)} and ${contains('search_text', text)} and ${sql.ref(key)} > ${after}
          order by ${sql.ref(key)} limit ${sql.lit(limit)}`.execute(database)
      return rows.map(foundUser)
    }
    return keysetBatches(0, IDS_PER_BATCH, read, ({ userId }) => userId)
  }

  async function matches(text: string): Promise<AsyncGenerator<readonly FoundUser[]>> {
    const { trigrams } = engineOf(database).sql
    const isLongEnough = [...text].length >= TRIGRAM_CHARACTERS
    return trigrams && isLongEnough && (await trigrams.exists(database))
      ? indexed(text, trigrams)
      : scan(text)
  }

  async function meeting(conditions: readonly RawBuilder<unknown>[], found: readonly FoundUser[]) {
    if (conditions.length === 0) return found
    const matchingIds = new Set<number>()
    for await (const batch of batchesOf(found)) {
      const ids = sql.join(batch.map(({ userId }) => userId))
      const { rows } = await sql<{ id: number }>`
        select id from users where id in (${ids}) and ${allOf(conditions)}`.execute(database)
      for (const { id } of rows) matchingIds.add(id)
    }
    return found.filter(({ userId }) => matchingIds.has(userId))
  }

  return {
    /**
     * Returns the users whose username, name or e-mail address contains the text, and that meet the conditions: if there are more
     * than `max`, the first `max + 1` by their ids.
     */
    async find(text: string, conditions: readonly RawBuilder<unknown>[], max: number): Promise<FoundUser[]> {
      const folded = foldForSearch(text)
      const found: FoundUser[] = []
      if (folded === '' || folded.includes(SEPARATOR)) return found
      for await (const batch of await matches(folded)) {
        found.push(...(await meeting(conditions, batch)))
        if (found.length > max) break
      }
      return found.slice(0, max + 1)
    },
  }
}

function foundUser(row: { readonly id: number; readonly search_text: string }): FoundUser {
  return { userId: row.id, name: foldedNameIn(row.search_text) }
}
