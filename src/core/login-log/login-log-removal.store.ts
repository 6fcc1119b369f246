import type { Database } from '../../platform/database/database.ts'
import { createChainStore } from '../audit-log/hash-chain/chain.store.ts'
import type { Link } from '../audit-log/hash-chain/link.ts'
import { createLoginLogHoursStore } from './login-log-hours.store.ts'

/** An entry that is to be removed, and its link. */
export interface RemovableEntry {
  readonly id: number
  readonly position: number
  readonly hash: string
  /** The hash of the entry before it. In the audit log, it protects the entries before the removed one. */
  readonly previousHash: string
  readonly username: string
  readonly loginTime: string
}

const COUNTED = ['login_time', 'status', 'reason'] as const

export type LoginLogRemovalStore = ReturnType<typeof createLoginLogRemovalStore>

/** Removes entries from the log. Use it inside a transaction. */
export function createLoginLogRemovalStore(database: Database) {
  const chain = createChainStore(database, 'login_log')
  const hours = createLoginLogHoursStore(database)

  return {
    /** Locks the log until the transaction ends. */
    lock: chain.lock,

    async removable(ids: readonly number[]): Promise<RemovableEntry[]> {
      const rows = await database
        .selectFrom('login_log')
        .select(['id', 'position', 'hash', 'username', 'login_time'])
        .where('id', 'in', ids)
        .orderBy('id')
        .execute()
      const hashes = await hashesAt(rows.map(({ position }) => position - 1))
      return rows.map(({ login_time, ...row }) => ({
        ...row,
        previousHash: hashes.get(row.position - 1) ?? '',
        loginTime: new Date(login_time).toISOString(),
      }))
    },

    /** Removes entries. Their positions and hashes stay, with the id of the audit entry. */
    async remove(entries: readonly RemovableEntry[], auditId: number): Promise<void> {
      const places = entries.map(({ position, hash }) => ({ id: position, hash, audit_id: auditId }))
      await database.insertInto('login_log_removed').values(places).execute()
      const ids = entries.map(({ id }) => id)
      const counted = database.selectFrom('login_log').select(COUNTED).where('id', 'in', ids)
      await hours.subtract(await counted.execute())
      await database.deleteFrom('login_log').where('id', 'in', ids).execute()
    },

    /**
     * Deletes at most `limit` entries that are older than a time from the beginning of the log. Returns how many there were,
     * and the last position that was deleted.
     */
    async deleteOldest(before: number, limit: number): Promise<{ count: number; upTo: number }> {
      const { base, head } = await chain.lock()
      const furthest = Math.min(head.position, base.position + limit)
      const kept = await database
        .selectFrom('login_log')
        .select('position')
        .where('position', '>', base.position)
        .where('position', '<=', furthest)
        .where('login_time', '>=', before)
        .orderBy('position')
        .limit(1)
        .executeTakeFirst()
      const to = kept ? kept.position - 1 : furthest
      if (to <= base.position) return { count: 0, upTo: base.position }
      const last = await lastUpTo(to)
      if (!last || last.position <= base.position) return { count: 0, upTo: base.position }
      const counted = await database
        .selectFrom('login_log')
        .select(COUNTED)
        .where('position', '>', base.position)
        .where('position', '<=', last.position)
        .execute()
      await hours.subtract(counted)
      await database
        .deleteFrom('login_log')
        .where('position', '>', base.position)
        .where('position', '<=', last.position)
        .execute()
      await database.deleteFrom('login_log_removed').where('id', '<=', last.position).execute()
      await chain.moveBase(last)
      return { count: last.position - base.position, upTo: last.position }
    },

    /** Returns the positions of the entries that operators removed, and the audit entries about it. */
    async removed(): Promise<{ position: number; auditId: number }[]> {
      return database
        .selectFrom('login_log_removed')
        .select(['id as position', 'audit_id as auditId'])
        .orderBy('id')
        .execute()
    },
  }

  async function hashesAt(positions: readonly number[]): Promise<ReadonlyMap<number, string>> {
    if (positions.length === 0) return new Map()
    const { base } = await chain.ends()
    const removed = await database
      .selectFrom('login_log_removed')
      .select(['id as position', 'hash'])
      .where('id', 'in', positions)
      .execute()
    const entries = await database
      .selectFrom('login_log')
      .select(['position', 'hash'])
      .where('position', 'in', positions)
      .execute()
    return new Map([base, ...removed, ...entries].map(({ position, hash }) => [position, hash]))
  }

  /** The entry at this very position may be missing, if somebody has tampered with the log. */
  async function lastUpTo(place: number): Promise<Link | undefined> {
    const entry = await database
      .selectFrom('login_log')
      .select(['position', 'hash'])
      .where('position', '<=', place)
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirst()
    const removed = await database
      .selectFrom('login_log_removed')
      .select(['id as position', 'hash'])
      .where('id', '<=', place)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return removed && removed.position > (entry?.position ?? 0) ? removed : entry
  }
}
