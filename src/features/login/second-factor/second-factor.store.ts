import { isInScope } from '../../../core/user/list/user-scope.store.ts'
import type { UserScope } from '../../../core/user/list/user-scope.ts'
import type { Database } from '../../../platform/database/database.ts'
import { onConflictDoNothing } from '../../../platform/database/query/insert.ts'
import { countOf } from '../../../platform/database/query/page.ts'

export type SecondFactorStore = ReturnType<typeof createSecondFactorStore>

export function createSecondFactorStore(database: Database) {
  const ofOtherKeys = (prefix: string) =>
    database.selectFrom('second_factors').where('second_factors.secret', 'not like', `${prefix}%`)

  return {
    /** Returns the encrypted secret. `confirmedAt` is 0 until the user has confirmed the enrolment with a code. */
    async find(userId: number) {
      return database
        .selectFrom('second_factors')
        .select(['secret', 'confirmed_at as confirmedAt', 'created_at as createdAt'])
        .where('id', '=', userId)
        .executeTakeFirst()
    },

    /** Returns how many users of a role, in a scope, have a confirmed second factor. */
    async countByRole(scope: UserScope, roleId: number): Promise<number> {
      const confirmed = database
        .selectFrom('second_factors')
        .innerJoin('users', 'users.id', 'second_factors.id')
        .where('users.role_id', '=', roleId)
        .where(isInScope(scope))
        .where('second_factors.confirmed_at', '>', 0)
      return countOf(confirmed)
    },

    /** Returns the first secrets. */
    async someSecrets(limit: number): Promise<string[]> {
      const rows = await database.selectFrom('second_factors').select('secret').limit(limit).execute()
      return rows.map((row) => row.secret)
    },

    /** Returns the number of secrets whose text does not begin with the prefix, which names a key. */
    countOfOtherKeys: (prefix: string) => countOf(ofOtherKeys(prefix)),

    /** Returns such secrets in the order of their users, after a user. */
    async listOfOtherKeys(prefix: string, page: { readonly afterId: number; readonly limit: number }) {
      const rows = await ofOtherKeys(prefix)
        .leftJoin('users', 'users.id', 'second_factors.id')
        .select(['second_factors.id as userId', 'users.username', 'second_factors.secret'])
        .where('second_factors.id', '>', page.afterId)
        .orderBy('second_factors.id')
        .limit(page.limit)
        .execute()
      return rows.map((row) => ({ ...row, username: row.username ?? `#${row.userId}` }))
    },

    /** Replaces the text of a secret. Returns false if it was changed or removed since it was read. */
    async replaceSecret(userId: number, before: string, after: string): Promise<boolean> {
      const { numUpdatedRows } = await database
        .updateTable('second_factors')
        .set({ secret: after })
        .where('id', '=', userId)
        .where('secret', '=', before)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    /** Deletes enrolments that began before a time and were never confirmed. */
    async deleteUnconfirmed(before: number): Promise<void> {
      await database
        .deleteFrom('second_factors')
        .where('confirmed_at', '=', 0)
        .where('created_at', '<', before)
        .execute()
    },

    /** Stores the secret of an enrolment that has begun. Returns false if the user has a confirmed factor. */
    async begin(userId: number, secret: string, at: number): Promise<boolean> {
      const begun = { secret, last_step: 0, created_at: at }
      const replaceUnconfirmed = async (): Promise<boolean> => {
        const { numUpdatedRows } = await database
          .updateTable('second_factors')
          .set(begun)
          .where('id', '=', userId)
          .where('confirmed_at', '=', 0)
          .executeTakeFirst()
        return numUpdatedRows === 1n
      }
      if (await replaceUnconfirmed()) return true
      const insert = database.insertInto('second_factors').values({ id: userId, confirmed_at: 0, ...begun })
      const { numInsertedOrUpdatedRows } = await onConflictDoNothing(database, insert).executeTakeFirst()
      // Another enrolment of the user may have begun at the same time: the later one counts.
      return numInsertedOrUpdatedRows === 1n || replaceUnconfirmed()
    },

    /** Confirms an enrolment with the code of a step, which cannot be used again. Returns false if it was replaced. */
    async confirm(userId: number, secret: string, step: number, at: number): Promise<boolean> {
      const { numUpdatedRows } = await database
        .updateTable('second_factors')
        .set({ confirmed_at: at, last_step: step })
        .where('id', '=', userId)
        .where('secret', '=', secret)
        .where('confirmed_at', '=', 0)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    /**
     * Uses up the code of a step. Returns false if the code of this or a later step was used before, on whatever node, or if
     * the factor was replaced.
     */
    async consumeStep(userId: number, secret: string, step: number): Promise<boolean> {
      const { numUpdatedRows } = await database
        .updateTable('second_factors')
        .set({ last_step: step })
        .where('id', '=', userId)
        .where('secret', '=', secret)
        .where('confirmed_at', '>', 0)
        .where('last_step', '<', step)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    /** Replaces the recovery codes of a user. */
    async replaceRecoveryCodes(userId: number, hashes: readonly string[]): Promise<void> {
      await database.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
      if (hashes.length === 0) return
      const rows = hashes.map((code_hash) => ({ user_id: userId, code_hash, used_at: 0 }))
      await database.insertInto('recovery_codes').values(rows).execute()
    },

    /** Uses up a recovery code. Returns false if the user has no such code or it was used before, on whatever node. */
    async consumeRecoveryCode(userId: number, hash: string, at: number): Promise<boolean> {
      const { numUpdatedRows } = await database
        .updateTable('recovery_codes')
        .set({ used_at: at })
        .where('user_id', '=', userId)
        .where('code_hash', '=', hash)
        .where('used_at', '=', 0)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    async countRecoveryCodes(userId: number): Promise<number> {
      const codes = database.selectFrom('recovery_codes').where('user_id', '=', userId)
      return countOf(codes.where('used_at', '=', 0))
    },

    /** Removes the factor of a user, and its recovery codes. Returns whether there was a confirmed one. */
    async remove(userId: number): Promise<boolean> {
      await database.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
      const found = await this.find(userId)
      await database.deleteFrom('second_factors').where('id', '=', userId).execute()
      return found !== undefined && found.confirmedAt > 0
    },
  }
}
