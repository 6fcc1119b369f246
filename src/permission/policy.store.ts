import { setImmediate } from 'node:timers/promises'
import { createChangeStore } from '../change-feed/change.store.ts'
import type { Database } from '../database/database.ts'
import { dialectOf } from '../database/dialect.ts'
import { onConflictDoNothing } from '../database/insert.ts'
import { emptyPage, offsetOf, type Page, type PageRequest } from '../database/page.ts'
import { contains, isStorable } from '../database/stored-text.ts'
import type { PolicyRule } from './policy-index.ts'

export type PolicyStore = ReturnType<typeof createPolicyStore>

export interface PolicyFilter {
  readonly roleKey?: string | undefined
  /** Part of the path. */
  readonly path?: string | undefined
  readonly method?: string | undefined
}

/** SQLite takes some ten thousands of parameters a statement; a rule needs three. */
const RULES_A_STATEMENT = 500

/** For the figure `snapshot-requests`: about a quarter of a millisecond of reading and of what is done with them. */
const RULES_A_TURN = 50

export function createPolicyStore(database: Database) {
  const changes = createChangeStore(database)

  const allAtOnce = (): Promise<PolicyRule[]> =>
    database
      .selectFrom('policy_rules')
      .select(['role_key as roleKey', 'path', 'method'])
      .orderBy('id')
      .execute()

  /**
   * Hands over one rule after the other, and lets other work have its turn in between. Answers whether they are of one
   * moment. If not, forget them: half of a change must not come into force.
   */
  async function readInBatches(take: (rule: PolicyRule) => void): Promise<boolean> {
    if (dialectOf(database) !== 'sqlite') {
      for (const [index, rule] of (await allAtOnce()).entries()) {
        take(rule)
        if (index % RULES_A_TURN === RULES_A_TURN - 1) await setImmediate()
      }
      return true
    }
    const version = await changes.latestVersion()
    // The embedded database reads in this very thread, and lets others go first before each question.
    for (let last = 0; ; ) {
      const rows = await database
        .selectFrom('policy_rules')
        .select(['id', 'role_key as roleKey', 'path', 'method'])
        .where('id', '>', last)
        .orderBy('id')
        .limit(RULES_A_TURN)
        .execute()
      for (const { roleKey, path, method } of rows) take({ roleKey, path, method })
      if (rows.length < RULES_A_TURN) break
      last = rows.at(-1)?.id ?? last
    }
    const { kinds, complete } = await changes.kindsSince(version)
    return complete && !kinds.has('policy')
  }

  return {
    readInBatches,

    async all(): Promise<PolicyRule[]> {
      const rules: PolicyRule[] = []
      return (await readInBatches((rule) => rules.push(rule))) ? rules : allAtOnce()
    },

    async listByRole(roleKey: string): Promise<PolicyRule[]> {
      if (!isStorable(roleKey)) return []
      return database
        .selectFrom('policy_rules')
        .select(['role_key as roleKey', 'path', 'method'])
        .where('role_key', '=', roleKey)
        .orderBy('id')
        .execute()
    },

    /** Sorted as people look for them: by role, path and method. */
    async page(filter: PolicyFilter, page: PageRequest): Promise<Page<PolicyRule>> {
      const { pageIndex, pageSize } = page
      if (![filter.roleKey, filter.path, filter.method].every((text) => isStorable(text ?? '')))
        return emptyPage(page)
      let matching = database.selectFrom('policy_rules')
      if (filter.roleKey) matching = matching.where('role_key', '=', filter.roleKey)
      if (filter.method) matching = matching.where('method', '=', filter.method)
      if (filter.path) matching = matching.where(contains('path', filter.path))
      const { count } = await matching
        .select((of) => of.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      const list = await matching
        .select(['role_key as roleKey', 'path', 'method'])
        .orderBy('role_key')
        .orderBy('path')
        .orderBy('method')
        .limit(pageSize)
        .offset(offsetOf(page))
        .execute()
      return { list, count: Number(count), pageIndex, pageSize }
    },

    /** Those of the rules that are not there yet, each once. */
    async findMissing(rules: readonly PolicyRule[]): Promise<PolicyRule[]> {
      const fresh = new Map(rules.map((rule) => [keyOf(rule), rule]))
      for (let from = 0; from < rules.length; from += RULES_A_STATEMENT) {
        const some = rules.slice(from, from + RULES_A_STATEMENT)
        const known = await database
          .selectFrom('policy_rules')
          .select(['role_key as roleKey', 'path', 'method'])
          .where('role_key', 'in', [...new Set(some.map(({ roleKey }) => roleKey))])
          .where('path', 'in', [...new Set(some.map(({ path }) => path))])
          .execute()
        for (const rule of known) fresh.delete(keyOf(rule))
      }
      return [...fresh.values()]
    },

    async removeByRole(roleKey: string): Promise<void> {
      await database.deleteFrom('policy_rules').where('role_key', '=', roleKey).execute()
    },

    async moveToRole(from: string, to: string): Promise<void> {
      await database.updateTable('policy_rules').set({ role_key: to }).where('role_key', '=', from).execute()
    },

    /** Answers how many of the rules were new. */
    async insert(rules: readonly PolicyRule[]): Promise<number> {
      let added = 0
      for (let from = 0; from < rules.length; from += RULES_A_STATEMENT) {
        const values = rules
          .slice(from, from + RULES_A_STATEMENT)
          .map(({ roleKey, path, method }) => ({ role_key: roleKey, path, method }))
        const insert = database.insertInto('policy_rules').values(values)
        const result = await onConflictDoNothing(database, insert).executeTakeFirst()
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

function keyOf({ roleKey, path, method }: PolicyRule): string {
  return JSON.stringify([roleKey, path, method])
}
