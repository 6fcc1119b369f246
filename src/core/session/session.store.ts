import { type Selectable, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { batchesOf, ROWS_PER_STATEMENT } from '../../platform/database/query/batches.ts'
import { insertReturningId } from '../../platform/database/query/insert.ts'
import {
  countOf,
  hasRows,
  type Page,
  type PageRequest,
  type TimeOrder,
} from '../../platform/database/query/page.ts'
import { isStorable, truncate } from '../../platform/database/query/stored-text.ts'
import {
  beginningWith,
  createTimeOrderReader,
  type TimeOrderFilter,
} from '../../platform/database/query/time-order-reader.ts'
import { type AddressRange, addressKey } from '../../platform/network/address-range.ts'
import { HOUR_IN_MS } from '../../platform/runtime/time-units.ts'
import { isInScope, isUserInScope, usersWithin } from '../user/list/user-scope.store.ts'
import type { UserScope } from '../user/list/user-scope.ts'
import { usernameKey } from '../user/name/username.ts'

import type { SessionTables } from './session-tables.ts'

export type SessionStore = ReturnType<typeof createSessionStore>

export interface NewSession {
  readonly nonce: string
  /** Identifies the key, issuer and mode of the session's token. */
  readonly signer: string
  readonly userId: number
  readonly roleId: number
  readonly ipaddr: string
  readonly browser: string
  readonly os: string
  readonly platform: string
  readonly issuedAt: number
  readonly expiresAt: number
}

/** A session whose token is valid. */
export type LiveSession = Readonly<ReturnType<typeof sessionOf>>

export interface SessionFilter {
  readonly userId?: number | undefined
  /** In upper or lower case. */
  readonly username?: string | undefined
  readonly roleId?: number | undefined
  readonly addresses?: AddressRange | undefined
  /** How the name of the browser begins. */
  readonly browser?: string | undefined
  /** How the name of the operating system begins. */
  readonly os?: string | undefined
  readonly minAgeHours?: number | undefined
}

/** Longer values, which a client can choose freely, are truncated. */
const MAX_CHARACTERS = 255

function allSessions(database: Database) {
  return database
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('roles', 'roles.id', 'sessions.role_id')
    .select([
      'sessions.id as sessionId',
      'sessions.user_id as userId',
      'users.username',
      'roles.role_key as roleKey',
      'sessions.ipaddr',
      'sessions.browser',
      'sessions.os',
      'sessions.platform',
      'sessions.issued_at as issuedAt',
      'sessions.expires_at as expiresAt',
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof allSessions>['executeTakeFirstOrThrow']>>

export function createSessionStore(database: Database) {
  const reader = createTimeOrderReader<Selectable<SessionTables['sessions']>>(
    database,
    'sessions',
    'issued_at',
  )
  const live = (now: number) => allSessions(database).where('sessions.expires_at', '>', now)
  const liveRows = (scope: UserScope, now: number) =>
    database
      .selectFrom('sessions')
      .where('expires_at', '>', now)
      .where(isUserInScope(scope, sql.ref('user_id')))

  return {
    async insert(session: NewSession): Promise<number> {
      const insert = database.insertInto('sessions').values({
        nonce: session.nonce,
        signer: session.signer,
        user_id: session.userId,
        role_id: session.roleId,
        ipaddr: truncate(session.ipaddr, MAX_CHARACTERS),
        address_key: addressKey(session.ipaddr),
        browser: truncate(session.browser, MAX_CHARACTERS),
        os: truncate(session.os, MAX_CHARACTERS),
        platform: truncate(session.platform, MAX_CHARACTERS),
        issued_at: session.issuedAt,
        expires_at: session.expiresAt,
      })
      return insertReturningId(database, insert)
    },

    /** Returns whether the user has this session and it has not been ended. */
    isOf: (userId: number, id: number) =>
      hasRows(database.selectFrom('sessions').where('id', '=', id).where('user_id', '=', userId)),

    /** Returns a session of a user in a scope. */
    async find(scope: UserScope, id: number, now: number): Promise<LiveSession | undefined> {
      const row = await live(now).where('sessions.id', '=', id).where(isInScope(scope)).executeTakeFirst()
      return row && sessionOf(row)
    },

    /** Returns whom a live session belongs to, and the random part of its token's `jti`. */
    async findOwner(scope: UserScope, id: number, now: number) {
      const session = liveRows(scope, now).where('id', '=', id)
      return session.select(['user_id as userId', 'nonce']).executeTakeFirst()
    },

    /** Returns the live sessions of a user, the oldest first. */
    async ofUser(userId: number, now: number): Promise<LiveSession[]> {
      const rows = await live(now)
        .where('sessions.user_id', '=', userId)
        .orderBy('sessions.issued_at')
        .orderBy('sessions.id')
        .execute()
      return rows.map(sessionOf)
    },

    count: (scope: UserScope, now: number) => countOf(liveRows(scope, now)),

    /** Returns the number of live sessions of a role, and of the users who have them. */
    async countByRole(scope: UserScope, roleId: number, now: number) {
      const { sessions, users } = await liveRows(scope, now)
        .select((of) => [
          of.fn.countAll<number>().as('sessions'),
          of.fn.count<number>('user_id').distinct().as('users'),
        ])
        .where('role_id', '=', roleId)
        .executeTakeFirstOrThrow()
      return { sessions: Number(sessions), users: Number(users) }
    },

    /** Returns a page of live sessions. */
    async page(
      scope: UserScope,
      filter: SessionFilter,
      page: PageRequest,
      now: number,
      order: TimeOrder = 'newest-first',
    ): Promise<Page<LiveSession>> {
      const found = await reader.page(await queryOf(scope, filter, now), page, order)
      return { ...found, list: await withNames(found.list, now) }
    },

    /** Yields all live sessions that match a filter, in batches. */
    async *matching(scope: UserScope, filter: SessionFilter, now: number): AsyncGenerator<LiveSession[]> {
      const rows: { readonly id: number }[] = []
      for await (const row of reader.each(await queryOf(scope, filter, now))) {
        if (rows.push(row) === ROWS_PER_STATEMENT) yield withNames(rows.splice(0), now)
      }
      if (rows.length > 0) yield withNames(rows, now)
    },

    /** Returns sessions of one signer that is none of these; none if there is no such signer. */
    async signedByOther(signers: readonly string[], limit: number) {
      // From one signer to the next by the index, because a condition with `not in` would read all sessions.
      let signer = await signerAfter('')
      while (signer !== undefined && signers.includes(signer)) signer = await signerAfter(signer)
      if (signer === undefined) return []
      return database
        .selectFrom('sessions')
        .select(['id', 'expires_at as expiresAt'])
        .where('signer', '=', signer)
        .limit(limit)
        .execute()
    },

    /** Returns those of the users that have a session. */
    async holdersAmong(userIds: readonly number[]): Promise<number[]> {
      const holders: number[] = []
      for await (const ids of batchesOf(userIds)) {
        const rows = await database
          .selectFrom('sessions')
          .select('user_id')
          .distinct()
          .where('user_id', 'in', ids)
          .execute()
        holders.push(...rows.map((row) => row.user_id))
      }
      return holders
    },

    async deleteExpired(before: number): Promise<void> {
      await database.deleteFrom('sessions').where('expires_at', '<', before).execute()
    },
  }

  async function signerAfter(signer: string): Promise<string | undefined> {
    const next = database.selectFrom('sessions').select('signer').where('signer', '>', signer)
    return (await next.orderBy('signer').limit(1).executeTakeFirst())?.signer
  }

  async function withNames(found: readonly { readonly id: number }[], now: number): Promise<LiveSession[]> {
    const ids = found.map(({ id }) => id)
    const byId = new Map<number, LiveSession>()
    for await (const some of batchesOf(ids)) {
      const rows = await live(now).where('sessions.id', 'in', some).execute()
      for (const row of rows) byId.set(row.sessionId, sessionOf(row))
    }
    return ids.flatMap((id) => byId.get(id) ?? [])
  }

  async function queryOf(scope: UserScope, filter: SessionFilter, now: number): Promise<TimeOrderFilter> {
    const { userId, username, roleId, addresses, browser, os, minAgeHours } = filter
    const named = username ? await userIdOf(username) : undefined
    const isOneUser = userId === undefined || named === undefined || userId === named
    return {
      equals: { user_id: isOneUser ? (userId ?? named) : 0, role_id: roleId },
      ranges: {
        address_key: addresses,
        browser: browser ? beginningWith(browser) : undefined,
        os: os ? beginningWith(os) : undefined,
      },
      anyOf: usersWithin(scope, 'user_id'),
      to: minAgeHours === undefined ? undefined : now - minAgeHours * HOUR_IN_MS,
      // Hidden from the index by the time of expiry, which selects nearly every session.
      usual: sql`coalesce(expires_at, 0) > ${now}`,
    }
  }

  /** Returns the id of a user, or 0, which no user has. */
  async function userIdOf(username: string): Promise<number> {
    if (!isStorable(username)) return 0
    const user = database.selectFrom('users').select('id').where('username_key', '=', usernameKey(username))
    return (await user.executeTakeFirst())?.id ?? 0
  }
}

function sessionOf({ issuedAt, expiresAt, ...row }: Row) {
  return {
    ...row,
    loginTime: new Date(issuedAt).toISOString(),
    expireTime: new Date(expiresAt).toISOString(),
  }
}
