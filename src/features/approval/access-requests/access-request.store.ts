import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isInScope } from '../../../core/user/list/user-scope.store.ts'
import { onlyUser, type UserScope } from '../../../core/user/list/user-scope.ts'
import { ENABLED } from '../../../core/user/status.ts'
import type { Database } from '../../../platform/database/database.ts'
import { insertReturningId } from '../../../platform/database/query/insert.ts'
import {
  emptyPage,
  type Page,
  type PageRequest,
  readPage,
  type TimeOrder,
} from '../../../platform/database/query/page.ts'
import { isStorable } from '../../../platform/database/query/stored-text.ts'
import { isoTimeOrNull } from '../../../platform/text/iso-time-or-null.ts'
import {
  type AccessRequest,
  MAX_RECENT_REQUESTS,
  REQUEST_LIFETIME_MS,
  type RequestFilter,
} from './access-request.ts'
import { readRoleState, stateHashOf } from './request-state.ts'

export type AccessRequestStore = ReturnType<typeof createAccessRequestStore>

export interface NewAccessRequest extends Pick<AccessRequest, 'userId' | 'roleId' | 'hours' | 'reason'> {
  /** A hash of what the role and the user were when the user asked. */
  readonly stateHash: string
}

export interface AccessRequestFilter {
  readonly status?: RequestFilter | undefined
  readonly userId?: number | undefined
  readonly roleKey?: string | undefined
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
      .leftJoin('roles as held', 'held.id', 'users.role_id')
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
        'access_requests.state_hash',
        'users.status as user_status',
        'held.status as held_status',
        'users.role_id',
        'users.role_until',
        'users.former_role_id',
        'users.dept_id',
        'users.data_scope',
      ])
      .orderBy('access_requests.id', order === 'oldest-first' ? 'asc' : 'desc')

  type Row = Awaited<ReturnType<ReturnType<typeof sorted>['executeTakeFirstOrThrow']>>

  function isOutdated(row: Row, role: Awaited<ReturnType<typeof readRoleState>>): boolean {
    const user = {
      roleId: row.role_id,
      roleUntil: isoTimeOrNull(row.role_until),
      formerRoleId: row.former_role_id,
      deptId: row.dept_id,
      dataScope: row.data_scope,
    }
    const mayLogIn = row.user_status === ENABLED && row.held_status === ENABLED
    return !mayLogIn || row.state_hash !== stateHashOf(role, user)
  }

  function requestOf({ userId, username, nickName, roleId, hours, reason, decidedBy, note, ...row }: Row) {
    return {
      id: row.id,
      userId,
      username,
      nickName,
      roleId,
      roleKey: row.role_key ?? '',
      roleName: row.role_name ?? '',
      hours,
      reason,
      createdAt: new Date(row.created_at).toISOString(),
      expiresAt: new Date(row.expires_at).toISOString(),
      decidedBy,
      decidedAt: isoTimeOrNull(row.decided_at),
      note,
    }
  }

  /** Returns requests with their status now. What a role is, is read once for all requests for it. */
  async function requestsOf(rows: readonly Row[], now: number): Promise<AccessRequest[]> {
    const roles = new Map<number, Awaited<ReturnType<typeof readRoleState>>>()
    const requests: AccessRequest[] = []
    for (const row of rows) {
      let { status }: { status: AccessRequest['status'] } = row
      if (status === 'waiting' && row.expires_at <= now) status = 'expired'
      else if (status === 'waiting') {
        const role = roles.get(row.roleId) ?? (await readRoleState(database, row.roleId))
        roles.set(row.roleId, role)
        if (isOutdated(row, role)) status = 'outdated'
      }
      requests.push({ ...requestOf(row), status })
    }
    return requests
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
      return (await requestsOf(await sorted(query).execute(), now))[0]
    },

    /** Returns the last requests of a user, the newest first. */
    async ofUser(userId: number, now: number): Promise<AccessRequest[]> {
      const rows = await sorted(requests(onlyUser(userId)))
        .limit(MAX_RECENT_REQUESTS)
        .execute()
      return requestsOf(rows, now)
    },

    /** Returns a page of the requests of users in a scope. */
    async page(
      scope: UserScope,
      { status, userId, roleKey }: AccessRequestFilter,
      page: PageRequest,
      now: number,
      order: TimeOrder = 'newest-first',
    ): Promise<Page<AccessRequest>> {
      if (!isStorable(roleKey ?? '')) return emptyPage(page)
      let matching = requests(scope)
      if (status !== undefined) matching = matching.where(hasStatus(status, now))
      if (userId !== undefined) matching = matching.where('access_requests.user_id', '=', userId)
      if (roleKey !== undefined) matching = matching.where('roles.role_key', '=', roleKey)
      const found = await readPage(matching, sorted(matching, order), page)
      return { ...found, list: await requestsOf(found.list, now) }
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

function hasStatus(status: RequestFilter, now: number): RawBuilder<SqlBool> {
  if (status === 'waiting') {
    return sql`access_requests.status = 'waiting' and access_requests.expires_at > ${now}`
  }
  if (status === 'expired') {
    return sql`access_requests.status = 'waiting' and access_requests.expires_at <= ${now}`
  }
  return sql`access_requests.status = ${status}`
}
