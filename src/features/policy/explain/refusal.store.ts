import { type Selectable, sql } from 'kysely'
import { isUserInScope } from '../../../core/user/list/user-scope.store.ts'
import type { UserScope } from '../../../core/user/list/user-scope.ts'
import type { Database } from '../../../platform/database/database.ts'
import { batchesOf } from '../../../platform/database/query/batches.ts'
import { isStorable, truncate } from '../../../platform/database/query/stored-text.ts'
import type { RefusedCall } from '../../../platform/http/call/refused-call.ts'
import type { RefusalTables } from './refusal-tables.ts'

export type RefusalStore = ReturnType<typeof createRefusalStore>

/** A refused call with the time of its refusal, in milliseconds since 1970. */
export interface NewRefusal extends RefusedCall {
  readonly refusedAt: number
  /** The route under which refusals are grouped. */
  readonly pattern: string
}

export type StoredRefusal = Readonly<ReturnType<typeof storedRefusal>>

/** Which refusals are wanted. */
export type RefusalFilter =
  | { readonly requestId: string }
  | { readonly userId: number }
  | { readonly sessionId: number }

export interface RefusalBounds {
  readonly maxKnown: number
  readonly maxPerUser: number
  readonly maxAnonymous: number
}

/** The user id of requests without a valid token. No user has it. */
export const NOBODY = 0

/** An embedded database writes in the main thread. */
const ROWS_PER_INSERT = 50

export function createRefusalStore(database: Database) {
  /** Deletes the oldest refusals beyond a number: those of a user (`=`), or those of everyone else (`!=`). */
  async function deleteBeyond(maxRows: number, comparison: '=' | '!=', userId: number): Promise<void> {
    const first = await database
      .selectFrom('refusals')
      .select('id')
      .where('user_id', comparison, userId)
      .orderBy('id', 'desc')
      .offset(maxRows)
      .limit(1)
      .executeTakeFirst()
    if (first === undefined) return
    const refusals = database.deleteFrom('refusals').where('user_id', comparison, userId)
    await refusals.where('id', '<=', first.id).execute()
  }

  return {
    /** Calls `onStored` after each part that is stored. */
    async insert(
      refusals: readonly NewRefusal[],
      onStored: (stored: readonly NewRefusal[]) => void = () => {},
    ): Promise<void> {
      for await (const batch of batchesOf(refusals, ROWS_PER_INSERT)) {
        await database.insertInto('refusals').values(batch.map(rowOf)).execute()
        onStored(batch)
      }
    },

    /** Returns the newest refusals since a time of the users in a scope. Those of nobody are in no scope but all. */
    async find(
      scope: UserScope,
      filter: RefusalFilter,
      since: number,
      limit: number,
    ): Promise<StoredRefusal[]> {
      if ('requestId' in filter && !isStorable(filter.requestId)) return []
      const [column, value] =
        'requestId' in filter
          ? (['request_id', filter.requestId] as const)
          : 'userId' in filter
            ? (['user_id', filter.userId] as const)
            : (['session_id', filter.sessionId] as const)
      let matching = database
        .selectFrom('refusals')
        .selectAll()
        .where(column, '=', value)
        .where('refused_at', '>=', since)
      if (scope.kind !== 'all') matching = matching.where(isUserInScope(scope, sql.ref('user_id')))
      const rows = await matching.orderBy('id', 'desc').limit(limit).execute()
      return rows.map(storedRefusal)
    },

    async deleteBefore(time: number): Promise<void> {
      await database.deleteFrom('refusals').where('refused_at', '<', time).execute()
    },

    /** Deletes the oldest refusals beyond the bounds. Those of nobody have their own, so that they displace no others. */
    async trim({ maxKnown, maxPerUser, maxAnonymous }: RefusalBounds): Promise<void> {
      await deleteBeyond(maxAnonymous, '=', NOBODY)
      const counts = await database
        .selectFrom('refusals')
        .select((of) => ['user_id', of.fn.countAll<number>().as('count')])
        .where('user_id', '!=', NOBODY)
        .groupBy('user_id')
        .execute()
      for (const { user_id, count } of counts) {
        if (Number(count) > maxPerUser) await deleteBeyond(maxPerUser, '=', user_id)
      }
      await deleteBeyond(maxKnown, '!=', NOBODY)
    },
  }
}

export function storedRefusal(row: Selectable<RefusalTables['refusals']>) {
  const { user_id: userId, username, role_key: roleKey, session_id: sessionId } = row
  return {
    requestId: row.request_id,
    refusedAt: row.refused_at,
    reason: row.reason,
    code: row.code,
    method: row.method,
    path: row.path,
    /** Empty if no declared route is known. */
    route: row.route,
    needed: row.needed_path === '' ? undefined : { method: row.needed_method, path: row.needed_path },
    address: row.address,
    /** Whom the token belonged to, with the role in it; undefined for a request without a valid token. */
    user: userId === NOBODY ? undefined : { userId, username, roleKey, sessionId },
  }
}

function rowOf({ identity, ...refused }: NewRefusal) {
  return {
    request_id: storable(refused.requestId, 128),
    refused_at: refused.refusedAt,
    reason: refused.reason,
    code: refused.code,
    method: storable(refused.method, 32),
    path: storable(refused.path, 1024),
    route: storable(refused.route ?? '', 1024),
    pattern: storable(refused.pattern, 255),
    needed_method: refused.needed?.method ?? '',
    needed_path: refused.needed?.path ?? '',
    address: storable(refused.address, 64),
    user_id: identity?.userId ?? NOBODY,
    username: storable(identity?.username ?? '', 255),
    role_key: storable(identity?.roleKey ?? '', 64),
    session_id: identity?.sessionId ?? 0,
  }
}

/** Replaces characters that a database refuses: one such row would prevent all others from being stored. */
function storable(text: string, maxCharacters: number): string {
  return truncate(text.toWellFormed().replaceAll('\0', '\uFFFD'), maxCharacters)
}
