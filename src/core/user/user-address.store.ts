import type { Database } from '../../platform/database/database.ts'
import { isStorable } from '../../platform/database/query/stored-text.ts'
import { usernameKey } from './name/username.ts'

export type UserAddressStore = ReturnType<typeof createUserAddressStore>

/** Finds users by their e-mail addresses and phone numbers. */
export function createUserAddressStore(database: Database) {
  return {
    /** Returns the ids of the first users with this e-mail address or phone number, exactly as it is stored. */
    async find(address: string, limit: number): Promise<number[]> {
      if (address === '' || !isStorable(address)) return []
      const ids: number[] = []
      for (const column of ['email', 'phone'] as const) {
        const users = database.selectFrom('users').select('id').where(column, '=', address)
        ids.push(...(await users.orderBy('username_key').limit(limit).execute()).map(({ id }) => id))
      }
      return ids.slice(0, limit)
    },

    /** Returns the users whose e-mail address or phone number is one of these usernames or an equivalent one. */
    async namedLike(usernames: readonly string[]): Promise<{ id: number; email: string; phone: string }[]> {
      const keys = usernames.filter(isStorable).map(usernameKey)
      if (keys.length === 0) return []
      const users = database.selectFrom('users').select(['id', 'email', 'phone'])
      const byEmail = await users.where('email_key', 'in', keys).execute()
      const byPhone = await users.where('phone', 'in', [...keys, ...usernames.filter(isStorable)]).execute()
      return [...byEmail, ...byPhone]
    },
  }
}
