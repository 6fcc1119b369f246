import { sql } from 'kysely'
import type { MigrationContext } from './context.ts'
import { createTable, text } from './table.ts'

const USERS_PER_BATCH = 500
const MAX_CHARACTERS = 2048

interface UserRow {
  readonly id: number
  readonly username: string
  readonly nick_name: string
  readonly email: string
}

/** Adds the texts in which users are searched, and the time of each user's last login. Both have the ids of the users. */
export async function addUserSearch(context: MigrationContext): Promise<void> {
  await createTable(context, 'user_search', { id: 'integer', search_text: text(MAX_CHARACTERS) })
  await createTable(context, 'user_logins', { id: 'integer', logged_in_at: 'integer' })
  await fillSearchTexts(context)
  await fillLogins(context)
}

async function fillSearchTexts({ database }: MigrationContext): Promise<void> {
  for (;;) {
    const { rows } = await sql<UserRow>`
      select id, username, nick_name, email from users
      where id > (select coalesce(max(id), 0) from user_search)
      order by id limit ${sql.lit(USERS_PER_BATCH)}`.execute(database)
    if (rows.length === 0) return
    const values = rows.map((row) => sql`(${row.id}, ${searchTextOf(row)})`)
    await sql`insert into user_search (id, search_text) values ${sql.join(values)}`.execute(database)
  }
}

/** The search text of a user as it was computed when this migration was released. */
function searchTextOf({ username, nick_name, email }: UserRow): string {
  const folded = [username, nick_name, email].map((part) =>
    part.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().normalize('NFC'),
  )
  return [...folded.join('\n')].slice(0, MAX_CHARACTERS).join('')
}

async function fillLogins({ database }: MigrationContext): Promise<void> {
  await sql`
    insert into user_logins (id, logged_in_at)
    select users.id, max(login_log.login_time) from login_log
      join users on users.username = login_log.username
    where login_log.reason = 'logged-in' and users.id not in (select id from user_logins)
    group by users.id`.execute(database)
}
