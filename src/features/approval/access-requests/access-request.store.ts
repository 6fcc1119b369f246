import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isInScope } from '../../../core/user/list/user-scope.store.ts'
import { onlyUser, type UserScope } from '../../../core/user/list/user-scope.ts'
import type { Database } from '../../../platform/database/database.ts'
import { insertReturningId } from '../../../platform/database/query/insert.ts'
import {
  type Page,
  type PageRequest,
  readPage,
  type TimeOrder,
} from '../../../platform/database/query/page.ts'
import { isoTimeOrNull } from '../../../platform/text/iso-time-or-null.ts'
import {
  type AccessRequest,
  MAX_RECENT_REQUESTS,
  REQUEST_LIFETIME_MS,
  type RequestStatus,
} from './access-request.ts'

export type AccessRequestStore = ReturnType<typeof createAccessRequestStore>

export interface NewAccessRequest extends Pick<AccessRequest, 'userId' | 'roleId' | 'hours' | 'reason'> {
  /** A hash of what the role and the user were when the user asked. */
  readonly stateHash: string
}

export interface RequestDecision extends Pick<AccessRequest, 'decidedBy' | 'note'> {
  readonly status: 'approved' | 'refused' | 'withdrawn'
}

/** A request expires in the time of the database. `now` is this time. */
export function createAccessRequestStore(database: Database) {
  const requests = (scope: UserScope) =>
    database
      .selectFrom('access_requests')
      .innerJoin('users', 'users.id', 'access_requests.user_id')
      .leftJoin('roles', 'roles.id', 'access_requests.role_id')
      .where(isInScope(scope))

  const sorted = (query: ReturnType<typeof requests>, order: TimeOrder = 'newest-first') =>
    query
      .select([
        'access_requests.id',
        'access_requests.user_id as userId',
        'users.username',
        'users.nick_name as nickName',
        'access_requests.role_id as roleId',
        'roles.role_key',
        'roles.role_name',
        'access_requests.hours',
        'access_requests.reason',
        'access_requests.status',
        'access_requests.created_at',
        'access_requests.expires_at',
        'access_requests.decided_by as decidedBy',
        'access_requests.decided_at',
        'access_requests.note',
      ])
      .orderBy('access_requests.id', order === 'oldest-first' ? 'asc' : 'desc')

  type Row = Awaited<ReturnType<ReturnType<typeof sorted>['executeTakeFirstOrThrow']>>

  function requestOf(
    { role_key, role_name, created_at, expires_at, decided_at, status, ...row }: Row,
    now: number,
  ): AccessRequest {
    return {
      ...row,
      roleKey: role_key ?? '',
      roleName: role_name ?? '',
      status: status === 'waiting' && expires_at <= now ? 'expired' : status,
      createdAt: new Date(created_at).toISOString(),
      expiresAt: new Date(expires_at).toISOString(),
      decidedAt: isoTimeOrNull(decided_at),
    }
  }

  return {
    async insert(
      { userId, roleId, hours, reason, stateHash }: NewAccessRequest,
      now: number,
    ): Promise<number> {
      const insert = database.insertInto('access_requests').values({
        user_id: userId,
        role_id: roleId,
        hours,
        reason,
        state_hash: stateHash,
        status: 'waiting',
        created_at: now,
        expires_at: now + REQUEST_LIFETIME_MS,
        decided_by: '',
        decided_at: 0,
        note: '',
      })
      return insertReturningId(database, insert)
    },

    /** Returns a request of a user in a scope. */
    async find(scope: UserScope, id: number, now: number): Promise<AccessRequest | undefined> {
      const query = requests(scope).where('access_requests.id', '=', id)
      const row = await sorted(query).executeTakeFirst()
      return row && requestOf(row, now)
    },

    /** Returns the hash of what the role and the user were when the user asked. */
    async stateHashOf(id: number): Promise<string | undefined> {
      const request = database.selectFrom('access_requests').select('state_hash').where('id', '=', id)
      return (await request.executeTakeFirst())?.state_hash
    },

    /** Returns the last requests of a user, the newest first. */
    async ofUser(userId: number, now: number): Promise<AccessRequest[]> {
      const rows = await sorted(requests(onlyUser(userId)))
        .limit(MAX_RECENT_REQUESTS)
        .execute()
      return rows.map((row) => requestOf(row, now))
    },

    /** Returns a page of the requests of users in a scope. */
    async page(
      scope: UserScope,
      status: RequestStatus | undefined,
      page: PageRequest,
      now: number,
      order: TimeOrder = 'newest-first',
    ): Promise<Page<AccessRequest>> {
      const matching = status === undefined ? requests(scope) : requests(scope).where(hasStatus(status, now))
      const found = await readPage(matching, sorted(matching, order), page)
      return { ...found, list: found.list.map((row) => requestOf(row, now)) }
    },

    /** Records a decision, and returns whether the request was still waiting: of several decisions, one counts. */
    async decide(id: number, { status, decidedBy, note }: RequestDecision, now: number): Promise<boolean> {
      const { numUpdatedRows } = await database
        .updateTable('access_requests')
        .set({ status, decided_by: decidedBy, decided_at: now, note })
        .where('id', '=', id)
        .where('status', '=', 'waiting')
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Deletes the requests that expired, or would have expired, before a time. The audit log keeps them. */
    async deleteExpired(before: number): Promise<void> {
      await database.deleteFrom('access_requests').where('expires_at', '<', before).execute()
    },
  }
}

function hasStatus(status: RequestStatus, now: number): RawBuilder<SqlBool> {
  if (status === 'waiting') {
    return sql`access_requests.status = 'waiting' and access_requests.expires_at > ${now}`
  }
  if (status === 'expired') {
    return sql`access_requests.status = 'waiting' and access_requests.expires_at <= ${now}`
  }
  return sql`access_requests.status = ${status}`
}
