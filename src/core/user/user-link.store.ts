import type { Database } from '../../platform/database/database.ts'
import { insertReturningId } from '../../platform/database/query/insert.ts'
import { isStorable } from '../../platform/database/query/stored-text.ts'
import { isoTimeOrNull } from '../../platform/text/iso-time-or-null.ts'
import { currentRightsText } from './credential-rights.store.ts'

/** The account of a user at an identity provider or in a directory. */
export interface UserLink {
  readonly id: number
  /** The issuer of an OpenID Connect provider, or the directory. */
  readonly issuer: string
  /** The permanent identifier of the account at the issuer. */
  readonly subject: string
  readonly linkedAt: string
  /** Null before the first login. */
  readonly lastLoginAt: string | null
  /** Since when the issuer gives the user no access: the account is gone, disabled or without a role. Null: it does. */
  readonly refusedAt: string | null
}

/** A link of an account, with its user. */
export interface FoundLink {
  readonly id: number
  readonly userId: number
  /** 0: the issuer gives the user access. */
  readonly refusedAt: number
}

export const MAX_SUBJECT_LENGTH = 255

export type UserLinkStore = ReturnType<typeof createUserLinkStore>

export function createUserLinkStore(database: Database) {
  return {
    async find(issuer: string, subject: string): Promise<FoundLink | undefined> {
      if (!isStorable(issuer) || !isStorable(subject)) return undefined
      return database
        .selectFrom('user_links')
        .select(['id', 'user_id as userId', 'refused_at as refusedAt'])
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .executeTakeFirst()
    },

    async ofUser(userId: number): Promise<UserLink[]> {
      const rows = await database
        .selectFrom('user_links')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('id')
        .execute()
      return rows.map(({ id, issuer, subject, linked_at, last_login_at, refused_at }) => ({
        id,
        issuer,
        subject,
        linkedAt: new Date(linked_at).toISOString(),
        lastLoginAt: isoTimeOrNull(last_login_at),
        refusedAt: isoTimeOrNull(refused_at),
      }))
    },

    /** Returns up to `count` links of an issuer, by their ids. */
    async ofIssuer(
      issuer: string,
      { afterId, count }: { readonly afterId: number; readonly count: number },
    ): Promise<{ id: number; subject: string; userId: number }[]> {
      return database
        .selectFrom('user_links')
        .select(['id', 'subject', 'user_id as userId'])
        .where('issuer', '=', issuer)
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(count)
        .execute()
    },

    async insert(link: { issuer: string; subject: string; userId: number }, at: number): Promise<number> {
      const { issuer, subject, userId } = link
      const rights = await currentRightsText(database, userId)
      const row = { issuer, subject, user_id: userId, rights, linked_at: at, last_login_at: 0 }
      return insertReturningId(database, database.insertInto('user_links').values(row))
    },

    /** Returns the links of a user with the rights that the user had when they were added. */
    async rightsOf(
      userId: number,
    ): Promise<(Pick<UserLink, 'id' | 'issuer' | 'subject'> & { rights: string })[]> {
      return database
        .selectFrom('user_links')
        .select(['id', 'issuer', 'subject', 'rights'])
        .where('user_id', '=', userId)
        .orderBy('id')
        .execute()
    },

    /** Stores that the account of a link has given the user the rights of now. */
    async renewRights(id: number, userId: number): Promise<void> {
      const rights = await currentRightsText(database, userId)
      await database.updateTable('user_links').set({ rights }).where('id', '=', id).execute()
    },

    async recordLogin(id: number, at: number): Promise<void> {
      await database.updateTable('user_links').set({ last_login_at: at }).where('id', '=', id).execute()
    },

    /** Records since when the issuer gives the user no access; 0 if it does. */
    async setRefused(id: number, at: number): Promise<void> {
      await database.updateTable('user_links').set({ refused_at: at }).where('id', '=', id).execute()
    },

    async remove(id: number): Promise<void> {
      await database.deleteFrom('user_links').where('id', '=', id).execute()
    },
  }
}
