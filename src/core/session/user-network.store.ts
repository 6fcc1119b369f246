import { createHash } from 'node:crypto'
import type { Database } from '../../platform/database/database.ts'
import { onConflictDoNothing } from '../../platform/database/query/insert.ts'
import { hasRows } from '../../platform/database/query/page.ts'
import { networkOf } from '../../platform/network/network.ts'

/** The networks with the latest logins are stored, for each user. */
export const MAX_NETWORKS_PER_USER = 20

export type UserNetworkStore = ReturnType<typeof createUserNetworkStore>

/** The networks from which users have logged in. A network is an IPv4 address or an IPv6 /64. */
export function createUserNetworkStore(database: Database) {
  /** Deletes all networks of a user but those with the latest logins. */
  async function deleteExcess(userId: number): Promise<void> {
    const rows = await database
      .selectFrom('user_networks')
      .select('id')
      .where('user_id', '=', userId)
      .orderBy('logged_in_at', 'desc')
      .orderBy('id')
      .execute()
    const excess = rows.slice(MAX_NETWORKS_PER_USER).map(({ id }) => id)
    if (excess.length > 0) await database.deleteFrom('user_networks').where('id', 'in', excess).execute()
  }

  return {
    /**
     * Stores the network of a login and returns whether it is new. The transaction must have locked the activity of the user
     * before.
     */
    async recordLogin(userId: number, address: string, at: number): Promise<boolean> {
      const id = networkIdOf(userId, address)
      const { numUpdatedRows } = await database
        .updateTable('user_networks')
        .set({ logged_in_at: at })
        .where('id', '=', id)
        .executeTakeFirst()
      if (numUpdatedRows > 0n) return false
      const row = { id, user_id: userId, logged_in_at: at }
      await onConflictDoNothing(database, database.insertInto('user_networks').values(row)).execute()
      await deleteExcess(userId)
      return true
    },

    /** Returns whether the user has logged in from the network of the address before. */
    isKnown: (userId: number, address: string) =>
      hasRows(database.selectFrom('user_networks').where('id', '=', networkIdOf(userId, address))),

    /** Deletes the networks without a login since the given time. */
    async deleteExpired(before: number): Promise<void> {
      await database.deleteFrom('user_networks').where('logged_in_at', '<', before).execute()
    },
  }
}

/** Returns the id of the network of a user. A hash has a fixed length and does not reveal where a user has been. */
export function networkIdOf(userId: number, address: string): string {
  return createHash('sha256')
    .update(JSON.stringify([userId, networkOf(address)]))
    .digest('base64url')
}
