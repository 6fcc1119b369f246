import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { batchesOf, keysetBatches } from '../../../platform/database/query/batches.ts'
import { onConflictDoNothing } from '../../../platform/database/query/insert.ts'
import { inTransaction } from '../../../platform/database/query/transaction.ts'
import { GAP, type Usage } from './usage.ts'

export type UsageStore = ReturnType<typeof createUsageStore>

export interface UsageFilter {
  /** Only routes that were called at this time or later, in milliseconds since 1970. */
  readonly since?: number
  readonly roleKey?: string
  /** Also returns the gaps of the record: see `GAP`. */
  readonly withGaps?: boolean
}

/** A short transaction: the embedded database has one writer at a time. */
const ROWS_PER_TRANSACTION = 100
const ROWS_PER_READ = 1000

const COLUMNS = [
  'role_key as roleKey',
  'method',
  'route',
  'allowed',
  'count',
  'first_used_at as firstUsedAt',
  'last_used_at as lastUsedAt',
] as const

/** Stores how often each role has called each route. */
export function createUsageStore(database: Database) {
  /** Deletes the rows of an outcome, and of a role if it is given, that were used least recently. */
  async function deleteBeyond(maxRows: number, allowed: number, roleKey?: string): Promise<void> {
    let matching = database.selectFrom('permission_usage').where('allowed', '=', allowed)
    if (roleKey !== undefined) matching = matching.where('role_key', '=', roleKey)
    const first = await matching
      .select(['id', 'last_used_at'])
      .orderBy('last_used_at', 'desc')
      .orderBy('id', 'desc')
      .offset(maxRows)
      .limit(1)
      .executeTakeFirst()
    if (first === undefined) return
    let rows = database
      .deleteFrom('permission_usage')
      .where('allowed', '=', allowed)
      .where((row) =>
        row.or([
          row('last_used_at', '<', first.last_used_at),
          row.and([row('last_used_at', '=', first.last_used_at), row('id', '<=', first.id)]),
        ]),
      )
    if (roleKey !== undefined) rows = rows.where('role_key', '=', roleKey)
    await rows.execute()
  }

  return {
    /** Adds the counts to the stored ones. Calls `onStored` after each part that is committed. */
    async add(usages: readonly Usage[], onStored: (stored: readonly Usage[]) => void = () => {}) {
      // In the same order in every process, so that two transactions cannot deadlock.
      const rows = usages
        .map((usage) => ({ usage, row: rowOf(usage) }))
        .toSorted((a, b) => (a.row.id < b.row.id ? -1 : 1))
      for await (const batch of batchesOf(rows, ROWS_PER_TRANSACTION)) {
        await inTransaction(database, async (transaction) => {
          const none = batch.map(({ row }) => ({ ...row, count: 0 }))
          await onConflictDoNothing(
            transaction,
            transaction.insertInto('permission_usage').values(none),
          ).execute()
          for (const { row } of batch) {
            await transaction
              .updateTable('permission_usage')
              .set((stored) => ({
                count: stored('count', '+', row.count),
                // The clocks of the nodes differ.
                last_used_at: sql<number>`case when last_used_at < ${row.last_used_at} then ${row.last_used_at} else last_used_at end`,
              }))
              .where('id', '=', row.id)
              .execute()
          }
        })
        onStored(batch.map(({ usage }) => usage))
      }
    },

    /** Returns the usage of all roles, or of one, in no particular order. Yields to the event loop between batches. */
    async list({ since = 0, roleKey, withGaps = false }: UsageFilter = {}): Promise<Usage[]> {
      let matching = database
        .selectFrom('permission_usage')
        .select(['id', ...COLUMNS])
        .where('last_used_at', '>=', since)
        .orderBy('id')
      if (roleKey !== undefined) matching = matching.where('role_key', '=', roleKey)
      if (!withGaps) matching = matching.where('route', '<>', GAP)
      const read = (id: string, limit: number) => matching.where('id', '>', id).limit(limit).execute()
      const usages: Usage[] = []
      for await (const rows of keysetBatches('', ROWS_PER_READ, read, ({ id }) => id)) {
        for (const { id: _, allowed, ...usage } of rows) usages.push({ ...usage, allowed: allowed === 1 })
      }
      return usages
    },

    /** Returns the routes that were called with a method, by any role. */
    async routesOf(method: string): Promise<string[]> {
      const rows = await database
        .selectFrom('permission_usage')
        .select('route')
        .distinct()
        .where('method', '=', method)
        .where('route', '<>', GAP)
        .execute()
      return rows.map(({ route }) => route)
    },

    /** Returns when the oldest stored usage began, in milliseconds since 1970; undefined if nothing is stored. */
    async recordedSince(): Promise<number | undefined> {
      const { first } = await database
        .selectFrom('permission_usage')
        .select((of) => of.fn.min<number | null>('first_used_at').as('first'))
        .executeTakeFirstOrThrow()
      return first === null ? undefined : Number(first)
    },

    /** Deletes routes that were not called since a time. */
    async deleteUnusedSince(time: number): Promise<void> {
      await database.deleteFrom('permission_usage').where('last_used_at', '<', time).execute()
    },

    /** Deletes the rows that exceed the limits: those that were used least recently. */
    async trim({ maxRows, maxRowsPerRole }: { readonly maxRows: number; readonly maxRowsPerRole: number }) {
      const counts = await database
        .selectFrom('permission_usage')
        .select((of) => ['role_key', 'allowed', of.fn.countAll<number>().as('count')])
        .groupBy(['role_key', 'allowed'])
        .execute()
      for (const { role_key, allowed, count } of counts) {
        if (Number(count) > maxRowsPerRole) await deleteBeyond(maxRowsPerRole, allowed, role_key)
      }
      for (const allowed of [0, 1]) await deleteBeyond(maxRows, allowed)
    },

    /** Keeps the usage of a role whose key changes. */
    async moveToRole(from: string, to: string): Promise<void> {
      const usages = await this.list({ roleKey: from, withGaps: true })
      await this.removeByRole(from)
      await this.add(usages.map((usage) => ({ ...usage, roleKey: to })))
    },

    async removeByRole(roleKey: string): Promise<void> {
      await database.deleteFrom('permission_usage').where('role_key', '=', roleKey).execute()
    },
  }
}

function rowOf({ roleKey, method, route, allowed, count, firstUsedAt, lastUsedAt }: Usage) {
  const key = { role_key: roleKey, method, route, allowed: allowed ? 1 : 0 }
  const id = createHash('sha256')
    .update(JSON.stringify(Object.values(key)))
    .digest('hex')
  return { id, ...key, count, first_used_at: firstUsedAt, last_used_at: lastUsedAt }
}
