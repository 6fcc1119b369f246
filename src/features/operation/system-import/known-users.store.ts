import { usernameKey } from '../../../core/user/name/username.ts'
import type { User } from '../../../core/user/user.ts'
import { userOf } from '../../../core/user/user-row.store.ts'
import type { Database } from '../../../platform/database/database.ts'
import { isStorable } from '../../../platform/database/query/stored-text.ts'

/** A user who exists here, with whether there is a password. */
export interface KnownUser extends User {
  readonly hasPassword: boolean
}

/** Returns the users who have one of these names or one that looks the same, by the keys of their usernames. */
export async function findKnownUsers(
  database: Database,
  usernames: readonly string[],
): Promise<ReadonlyMap<string, KnownUser>> {
  const keys = usernames.filter(isStorable).map(usernameKey)
  if (keys.length === 0) return new Map()
  const rows = await database.selectFrom('users').selectAll().where('username_key', 'in', keys).execute()
  return new Map(
    rows.map((row) => [row.username_key, { ...userOf(row), hasPassword: row.password_hash !== '' }]),
  )
}
