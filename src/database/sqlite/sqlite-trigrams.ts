import { sql } from 'kysely'
import type { SqlDialect } from '../engine.ts'

const TABLE = 'user_search_trigrams'

/** A full-text index (FTS5) of `user_search`, which triggers keep up to date. */
export const sqliteTrigrams: NonNullable<SqlDialect['trigrams']> = {
  table: TABLE,
  key: 'rowid',
  async exists(database) {
    const { rows } = await sql`select 1 from sqlite_master where name = ${TABLE}`.execute(database)
    return rows.length > 0
  },
  mayContain: (text) => sql`${sql.ref(TABLE)} match ${trigramsOf(text).map(quoted).join(' AND ')}`,
}

function trigramsOf(text: string): string[] {
  const characters = [...text]
  const starts = characters.slice(2).keys()
  return [...new Set(Array.from(starts, (start) => characters.slice(start, start + 3).join('')))]
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
