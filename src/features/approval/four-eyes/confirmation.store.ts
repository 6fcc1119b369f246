import { type Selectable, sql } from 'kysely'
import { ADMIN_ROLE_KEY } from '../../../core/role/role.ts'
import { accountOf, type StoredAccount, selectAccounts } from '../../../core/user/account.store.ts'
import type { Database } from '../../../platform/database/database.ts'
import { insertReturningId } from '../../../platform/database/query/insert.ts'
import {
  allOf,
  countUpTo,
  offsetOf,
  type Page,
  type PageRequest,
  type TimeOrder,
} from '../../../platform/database/query/page.ts'
import { isoTimeOrNull } from '../../../platform/text/iso-time-or-null.ts'
import { CONFIRMATION_STATUSES, type ConfirmationStatus, type StoredConfirmation } from './confirmation.ts'
import type { ConfirmationTables } from './confirmation-tables.ts'
import type { Plan } from './plan.ts'
import type { ProtectedChanges } from './protected-changes.ts'

export interface NewConfirmation extends Pick<ProtectedChanges, 'kinds' | 'beneficiaries'> {
  readonly userId: number
  readonly username: string
  readonly plan: Plan
  /** As JSON. */
  readonly reach: string
  readonly expiresAt: number
}

export type ConfirmationStore = ReturnType<typeof createConfirmationStore>

/** The methods that depend on the time get it: a confirmation expires without being changed. */
export function createConfirmationStore(database: Database) {
  const selectAll = () => database.selectFrom('confirmations').selectAll()

  return {
    async insert(confirmation: NewConfirmation, at: number) {
      const { userId, username, plan, reach, kinds, beneficiaries, expiresAt } = confirmation
      return insertReturningId(
        database,
        database.insertInto('confirmations').values({
          user_id: userId,
          username,
          ...plan,
          reach,
          kinds: kinds.join(','),
          beneficiaries: JSON.stringify(beneficiaries),
          status: 'waiting',
          created_at: at,
          expires_at: expiresAt,
          decided_by: '',
          decided_by_id: 0,
          decided_at: 0,
        }),
      )
    },

    async find(id: number, at: number): Promise<StoredConfirmation | undefined> {
      const row = await selectAll().where('id', '=', id).executeTakeFirst()
      return row && confirmationOf(row, at)
    },

    /** Returns the newest one of a user for a plan, with a status, that has not expired. */
    async findByPlan(
      userId: number,
      digest: string,
      status: 'waiting' | 'confirmed',
      at: number,
    ): Promise<StoredConfirmation | undefined> {
      const row = await selectAll()
        .where('user_id', '=', userId)
        .where('digest', '=', digest)
        .where('status', '=', status)
        .where('expires_at', '>', at)
        .orderBy('id', 'desc')
        .executeTakeFirst()
      return row && confirmationOf(row, at)
    },

    /** Returns the newest ones of a user. */
    async ofUser(userId: number, limit: number, at: number): Promise<StoredConfirmation[]> {
      const rows = await selectAll()
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map((row) => confirmationOf(row, at))
    },

    async countWaiting(userId: number, at: number): Promise<number> {
      const { count } = await database
        .selectFrom('confirmations')
        .select((of) => of.fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .where('status', '=', 'waiting')
        .where('expires_at', '>', at)
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    async page(
      status: ConfirmationStatus | undefined,
      request: PageRequest,
      at: number,
      order: TimeOrder = 'newest-first',
    ): Promise<Page<StoredConfirmation>> {
      const condition = status === undefined ? allOf([]) : hasStatus(status, at)
      const rows = await selectAll()
        .where(sql<boolean>`${condition}`)
        .orderBy('id', order === 'newest-first' ? 'desc' : 'asc')
        .limit(request.pageSize)
        .offset(offsetOf(request))
        .execute()
      const counted = await countUpTo(database, 'confirmations', condition)
      const { pageIndex, pageSize } = request
      return { list: rows.map((row) => confirmationOf(row, at)), ...counted, pageIndex, pageSize }
    },

    /** Records a decision. Returns whether it was still waiting. */
    async decide(
      id: number,
      { status, userId, username }: { status: 'confirmed' | 'refused'; userId: number; username: string },
      at: number,
    ): Promise<boolean> {
      const { numUpdatedRows } = await database
        .updateTable('confirmations')
        .set({ status, decided_by: username, decided_by_id: userId, decided_at: at })
        .where('id', '=', id)
        .where('status', '=', 'waiting')
        .where('expires_at', '>', at)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Withdraws a confirmation. Returns whether the change could still have been made with it, or after it. */
    async withdraw(id: number, at: number): Promise<boolean> {
      const { numUpdatedRows } = await database
        .updateTable('confirmations')
        .set({ status: 'withdrawn' })
        .where('id', '=', id)
        .where('status', 'in', ['waiting', 'confirmed'])
        .where('expires_at', '>', at)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Withdraws what users have asked for and what they have confirmed: the latter waits for somebody else again. */
    async withdrawAllOf(userIds: readonly number[], at: number): Promise<void> {
      await database
        .updateTable('confirmations')
        .set({ status: 'withdrawn' })
        .where('user_id', 'in', userIds)
        .where('status', 'in', ['waiting', 'confirmed'])
        .where('expires_at', '>', at)
        .execute()
      await database
        .updateTable('confirmations')
        .set({ status: 'waiting', decided_by: '', decided_by_id: 0, decided_at: 0 })
        .where('decided_by_id', 'in', userIds)
        .where('status', '=', 'confirmed')
        .execute()
    },

    /** Uses up a confirmation. Returns whether it was there: of several uses at the same time, one succeeds. */
    async use(id: number): Promise<boolean> {
      const { numUpdatedRows } = await database
        .updateTable('confirmations')
        .set({ status: 'used' })
        .where('id', '=', id)
        .where('status', '=', 'confirmed')
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Returns the enabled users with the role `admin`, also those who have it until a time. */
    async enabledAdmins(): Promise<StoredAccount[]> {
      const rows = await selectAccounts(database).where('roles.role_key', '=', ADMIN_ROLE_KEY).execute()
      return rows.map(accountOf).filter(({ enabled }) => enabled)
    },

    async deleteExpired(before: number): Promise<void> {
      await database.deleteFrom('confirmations').where('expires_at', '<', before).execute()
    },
  }
}

function hasStatus(status: ConfirmationStatus, at: number) {
  if (status === 'expired') return sql`status in ('waiting', 'confirmed') and expires_at <= ${at}`
  if (status === 'waiting' || status === 'confirmed') return sql`status = ${status} and expires_at > ${at}`
  return sql`status = ${status}`
}

function confirmationOf(
  row: Selectable<ConfirmationTables['confirmations']>,
  at: number,
): StoredConfirmation {
  const isOpen = row.status === 'waiting' || row.status === 'confirmed'
  const stored = CONFIRMATION_STATUSES.find((status) => status === row.status) ?? 'expired'
  return {
    id: row.id,
    kinds: row.kinds.split(','),
    userId: row.user_id,
    username: row.username,
    method: row.method,
    path: row.path,
    changes: JSON.parse(row.changes),
    reach: JSON.parse(row.reach),
    status: isOpen && row.expires_at <= at ? 'expired' : stored,
    createdAt: new Date(row.created_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
    decidedBy: row.decided_by,
    decidedAt: isoTimeOrNull(row.decided_at),
    beneficiaries: JSON.parse(row.beneficiaries),
    decidedById: row.decided_by_id,
  }
}
