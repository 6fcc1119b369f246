import { usernameKey } from '../../user/username.ts'
import type { MigrationContext } from '../migration.ts'

const ROWS_AT_ONCE = 1000

/** Names are compared more strictly than before. Of two that are now one, the later keeps its old form. */
export async function renewUsernameKeys({ database }: MigrationContext): Promise<void> {
  let id = 0
  for (;;) {
    const rows = await database
      .selectFrom('users')
      .select(['id', 'username', 'username_key'])
      .where('id', '>', id)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute()
    for (const row of rows) {
      id = row.id
      const key = usernameKey(row.username)
      if (key === row.username_key || (await isTaken(key))) continue
      await database.updateTable('users').set({ username_key: key }).where('id', '=', id).execute()
    }
    if (rows.length < ROWS_AT_ONCE) return
  }

  async function isTaken(key: string): Promise<boolean> {
    const holder = database.selectFrom('users').select('id').where('username_key', '=', key)
    return (await holder.executeTakeFirst()) !== undefined
  }
}
