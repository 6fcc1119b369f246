import type { Database } from '../database/database.ts'
import { unlessThere } from '../database/insert.ts'
import { isStorable } from '../database/stored-text.ts'
import type { PolicyRule } from './policy-index.ts'

export type PolicyStore = ReturnType<typeof createPolicyStore>

/** SQLite takes some ten thousands of parameters a statement; a rule needs three. */
const RULES_A_STATEMENT = 500

export function createPolicyStore(database: Database) {
  return {
    async all(): Promise<PolicyRule[]> {
      return database
        .selectFrom('policy_rules')
        .select(['role_key as roleKey', 'path', 'method'])
        .orderBy('id')
        .execute()
    },

    async ofRole(roleKey: string): Promise<PolicyRule[]> {
      if (!isStorable(roleKey)) return []
      return database
        .selectFrom('policy_rules')
        .select(['role_key as roleKey', 'path', 'method'])
        .where('role_key', '=', roleKey)
        .orderBy('id')
        .execute()
    },

    /** Answers how many of the rules were new. */
    async insert(rules: readonly PolicyRule[]): Promise<number> {
      let added = 0
      for (let from = 0; from < rules.length; from += RULES_A_STATEMENT) {
        const values = rules
          .slice(from, from + RULES_A_STATEMENT)
          .map(({ roleKey, path, method }) => ({ role_key: roleKey, path, method }))
        const insert = database.insertInto('policy_rules').values(values)
        const result = await unlessThere(database, insert).executeTakeFirst()
        added += Number(result.numInsertedOrUpdatedRows ?? 0)
      }
      return added
    },

    /** Answers how many of the rules there were. */
    async remove(rules: readonly PolicyRule[]): Promise<number> {
      let removed = 0
      for (const { roleKey, path, method } of rules) {
        if (![roleKey, path, method].every(isStorable)) continue
        const result = await database
          .deleteFrom('policy_rules')
          .where('role_key', '=', roleKey)
          .where('path', '=', path)
          .where('method', '=', method)
          .executeTakeFirst()
        removed += Number(result.numDeletedRows)
      }
      return removed
    },
  }
}
