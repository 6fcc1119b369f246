import { createChangeStore } from '../../platform/cluster/change-feed/change.store.ts'
import type { Database } from '../../platform/database/database.ts'
import { batchesOf, keysetBatches } from '../../platform/database/query/batches.ts'
import { onConflictDoNothing } from '../../platform/database/query/insert.ts'
import {
  countOf,
  emptyPage,
  type Page,
  type PageRequest,
  readPage,
} from '../../platform/database/query/page.ts'
import { prepared } from '../../platform/database/query/prepared.ts'
import { contains, isStorable } from '../../platform/database/query/stored-text.ts'
import { keyOfRule, type PolicyOrder, type PolicyRule } from './policy-rule.ts'

export type PolicyStore = ReturnType<typeof createPolicyStore>

export interface PolicyFilter {
  readonly roleKey?: string | undefined
  /** A substring of the path. */
  readonly path?: string | undefined
  readonly method?: string | undefined
}

/** All rules in the order in which they were added. */
export interface StoredPolicy {
  readonly rules: readonly PolicyRule[]
  /** The version of the change feed to which the rules belong. */
  readonly version: number
}

const columns = { roleKey: 'role_key', path: 'path', method: 'method' } as const

/** In an embedded database, a batch takes a few milliseconds. */
const RULES_PER_READ = 1000

const selectByRole = (database: Database, roleKey: string) =>
  database
    .selectFrom('policy_rules')
    .select(['role_key as roleKey', 'path', 'method'])
    .where('role_key', '=', roleKey)
    .orderBy('id')

const findByRole = prepared<[roleKey: string], PolicyRule>((database) => selectByRole(database, ''))

export function createPolicyStore(database: Database) {
  const changes = createChangeStore(database)

  async function readAtOnce(): Promise<StoredPolicy> {
    // One statement, so that the rules belong to the version.
    const rows = await database
      .selectFrom('change_head')
      .leftJoin('policy_rules', (join) => join.onTrue())
      .select(['version', 'role_key as roleKey', 'path', 'method'])
      .orderBy('policy_rules.id')
      .execute()
    const rules: PolicyRule[] = []
    for (const { roleKey, path, method } of rows) {
      if (roleKey !== null && path !== null && method !== null) rules.push({ roleKey, path, method })
    }
    return { rules, version: rows[0]?.version ?? 0 }
  }

  /**
   * Reads all rules with keyset pagination and yields to the event loop between the batches. Returns nothing if the
   * policy changed meanwhile: half of a change must not come into force.
   */
  async function readInBatches(): Promise<StoredPolicy | undefined> {
    const before = await changes.latestVersion()
    const all = database
      .selectFrom('policy_rules')
      .select(['id', 'role_key as roleKey', 'path', 'method'])
      .orderBy('id')
    const read = (id: number, limit: number) => all.where('id', '>', id).limit(limit).execute()
    const rules: PolicyRule[] = []
    for await (const rows of keysetBatches(0, RULES_PER_READ, read, ({ id }) => id)) {
      for (const { roleKey, path, method } of rows) rules.push({ roleKey, path, method })
    }
    const { kinds, complete, version } = await changes.kindsSince(before)
    return complete && !kinds.has('policy') ? { rules, version } : undefined
  }

  /** Returns all rules as of one moment. */
  async function snapshot(): Promise<StoredPolicy> {
    return (await readInBatches()) ?? readAtOnce()
  }

  return {
    /** Returns all rules, as of one moment, in the order in which they were added. */
    async all(): Promise<readonly PolicyRule[]> {
      return (await snapshot()).rules
    },

    snapshot,

    count: () => countOf(database.selectFrom('policy_rules')),

    async listByRole(roleKey: string, limit?: number): Promise<PolicyRule[]> {
      if (!isStorable(roleKey)) return []
      return limit === undefined
        ? findByRole(database, roleKey)
        : selectByRole(database, roleKey).limit(limit).execute()
    },

    /** Returns one page of the matching rules, sorted by the given field and then by role, path and method. */
    async page(
      filter: PolicyFilter,
      page: PageRequest,
      order: PolicyOrder = { by: 'roleKey', descending: false },
    ): Promise<Page<PolicyRule>> {
      if (![filter.roleKey, filter.path, filter.method].every((text) => isStorable(text ?? '')))
        return emptyPage(page)
      let matching = database.selectFrom('policy_rules')
      if (filter.roleKey) matching = matching.where('role_key', '=', filter.roleKey)
      if (filter.method) matching = matching.where('method', '=', filter.method)
      if (filter.path) matching = matching.where(contains('path', filter.path))
      let sorted = matching.select(['role_key as roleKey', 'path', 'method'])
      for (const column of new Set([columns[order.by], ...Object.values(columns)]))
        sorted = sorted.orderBy(column, order.descending ? 'desc' : 'asc')
      return readPage(matching, sorted, page)
    },

    /** Returns the rules that are not stored yet, without duplicates. */
    async findMissing(rules: readonly PolicyRule[]): Promise<PolicyRule[]> {
      const missing = new Map(rules.map((rule) => [keyOfRule(rule), rule]))
      for await (const batch of batchesOf(rules)) {
        const stored = await database
          .selectFrom('policy_rules')
          .select(['role_key as roleKey', 'path', 'method'])
          .where('role_key', 'in', [...new Set(batch.map(({ roleKey }) => roleKey))])
          .where('path', 'in', [...new Set(batch.map(({ path }) => path))])
          .execute()
        for (const rule of stored) missing.delete(keyOfRule(rule))
      }
      return [...missing.values()]
    },

    async removeByRole(roleKey: string): Promise<void> {
      await database.deleteFrom('policy_rules').where('role_key', '=', roleKey).execute()
    },

    async moveToRole(from: string, to: string): Promise<void> {
      await database.updateTable('policy_rules').set({ role_key: to }).where('role_key', '=', from).execute()
    },

    /** Returns the number of rules that were not stored before. */
    async insert(rules: readonly PolicyRule[]): Promise<number> {
      let added = 0
      for await (const batch of batchesOf(rules)) {
        const values = batch.map(({ roleKey, path, method }) => ({ role_key: roleKey, path, method }))
        const insert = database.insertInto('policy_rules').values(values)
        const result = await onConflictDoNothing(database, insert).executeTakeFirst()
        added += Number(result.numInsertedOrUpdatedRows ?? 0)
      }
      return added
    },

    /** Returns the number of rules that were removed. */
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
