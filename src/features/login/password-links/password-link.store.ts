import type { Database } from '../../../platform/database/database.ts'

export type PasswordLinkStore = ReturnType<typeof createPasswordLinkStore>

/** A link with which a user can set a password, without its secret. */
export interface StoredLink {
  readonly userId: number
  /** Of the user when the link was created. */
  readonly credentialVersion: number
  readonly expiresAt: number
}

export function createPasswordLinkStore(database: Database) {
  return {
    /** Stores the link of a user in place of an earlier one. The transaction must have locked the user before. */
    async replace(linkHash: string, { userId, credentialVersion, expiresAt }: StoredLink): Promise<void> {
      await database.deleteFrom('password_links').where('id', '=', userId).execute()
      const row = { link_hash: linkHash, credential_version: credentialVersion, expires_at: expiresAt }
      await database
        .insertInto('password_links')
        .values({ id: userId, ...row })
        .execute()
    },

    async find(linkHash: string): Promise<StoredLink | undefined> {
      return database
        .selectFrom('password_links')
        .select(['id as userId', 'credential_version as credentialVersion', 'expires_at as expiresAt'])
        .where('link_hash', '=', linkHash)
        .executeTakeFirst()
    },

    /** Removes a link and returns whether it was there: of several uses at the same time, one succeeds. */
    async take(linkHash: string): Promise<boolean> {
      const { numDeletedRows } = await database
        .deleteFrom('password_links')
        .where('link_hash', '=', linkHash)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    /** Removes the link of a user and returns whether there was one. */
    async removeOf(userId: number): Promise<boolean> {
      const { numDeletedRows } = await database
        .deleteFrom('password_links')
        .where('id', '=', userId)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    async deleteExpired(before: number): Promise<void> {
      await database.deleteFrom('password_links').where('expires_at', '<', before).execute()
    },
  }
}
