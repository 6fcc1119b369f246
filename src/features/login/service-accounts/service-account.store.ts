import { sql } from 'kysely'
import { ownerHasAccess } from '../../../core/operations/owner-access.store.ts'
import { accountOf, type StoredAccount, selectAccounts } from '../../../core/user/account.store.ts'
import { isInScope } from '../../../core/user/list/user-scope.store.ts'
import { ALL_USERS, type UserScope } from '../../../core/user/list/user-scope.ts'
import { foldForSearch } from '../../../core/user/list/user-search.ts'
import type { ServiceDetails } from '../../../core/user/service-account.ts'
import { ENABLED, type Status } from '../../../core/user/status.ts'
import type { Database } from '../../../platform/database/database.ts'
import { type Page, type PageRequest, readPage } from '../../../platform/database/query/page.ts'
import { contains, isStorable, parseList } from '../../../platform/database/query/stored-text.ts'
import { isoTimeOrNull } from '../../../platform/text/iso-time-or-null.ts'
import type { ServiceAccount } from './service-account-schemas.ts'
import { createServiceCredentialStore } from './service-credential.store.ts'

export type ServiceAccountStore = ReturnType<typeof createServiceAccountStore>

export interface ServiceAccountFilter {
  /** A part of the username. */
  readonly search?: string | undefined
  readonly status?: Status | undefined
  /** Only the accounts of these users. */
  readonly ownerIds?: readonly number[] | undefined
}

/** Lengths of the columns. Proxies and embedding apps can pass longer texts. */
const MAX_NETWORK_TEXT = 64
const MAX_ROUTE_TEXT = 600

export interface LastUse {
  readonly at: number
  readonly network: string
  /** The method and the route; missing for a login. */
  readonly route?: string
}

export function createServiceAccountStore(database: Database) {
  const credentials = createServiceCredentialStore(database)

  /** The name of the owner is read here, because an operator may not be allowed to list users. */
  const accounts = (scope: UserScope) =>
    database
      .selectFrom('service_accounts')
      .innerJoin('users', 'users.id', 'service_accounts.id')
      .leftJoin('users as owners', 'owners.id', 'service_accounts.owner_id')
      .leftJoin('user_logins', 'user_logins.id', 'users.id')
      .leftJoin('user_search', 'user_search.id', 'users.id')
      .where(isInScope(scope))

  const enabled = database
    .selectFrom('service_accounts')
    .innerJoin('users', 'users.id', 'service_accounts.id')
    .where('users.status', '=', sql.lit(ENABLED))

  const sorted = (query: ReturnType<typeof accounts>) =>
    query
      .select([
        'users.id',
        'users.username',
        'users.role_id',
        'users.role_until',
        'users.former_role_id',
        'users.dept_id',
        'users.data_scope',
        'users.status',
        'users.remark',
        'users.revision',
        'users.created_at',
        'service_accounts.owner_id',
        'owners.username as owner',
        sql<number>`case when ${ownerHasAccess} then 1 else 0 end`.as('owner_has_access'),
        'service_accounts.accepted',
        'service_accounts.expires_at',
        'service_accounts.networks',
        'service_accounts.last_used_at',
        'service_accounts.last_network',
        'service_accounts.last_route',
        'user_logins.logged_in_at',
      ])
      .orderBy('users.id')

  type Row = Awaited<ReturnType<ReturnType<typeof sorted>['executeTakeFirstOrThrow']>>

  async function withCredentials(rows: readonly Row[]): Promise<ServiceAccount[]> {
    const ids = rows.map(({ id }) => id)
    const secrets = await credentials.secretsOf(ids)
    const keys = await credentials.keysOf(ids)
    return rows.map((row) => ({
      userId: row.id,
      username: row.username,
      roleId: row.role_id,
      roleUntil: isoTimeOrNull(row.role_until),
      formerRoleId: row.former_role_id,
      deptId: row.dept_id,
      dataScope: row.data_scope,
      status: row.status,
      remark: row.remark,
      revision: row.revision,
      createdAt: new Date(row.created_at).toISOString(),
      ownerId: row.owner_id,
      owner: row.owner ?? '',
      ownerHasAccess: Number(row.owner_has_access) !== 0,
      accepted: row.accepted !== 0,
      expiresAt: isoTimeOrNull(row.expires_at),
      networks: parseList(row.networks),
      lastLoginAt: isoTimeOrNull(row.logged_in_at ?? 0),
      lastUsedAt: isoTimeOrNull(row.last_used_at),
      lastNetwork: row.last_network || null,
      lastRoute: row.last_route || null,
      secrets: secrets.get(row.id) ?? [],
      keys: keys.get(row.id) ?? [],
    }))
  }

  return {
    async find(scope: UserScope, id: number): Promise<ServiceAccount | undefined> {
      const rows = await sorted(accounts(scope).where('users.id', '=', id)).execute()
      return (await withCredentials(rows))[0]
    },

    async page(
      scope: UserScope,
      request: PageRequest,
      { search = '', status, ownerIds }: ServiceAccountFilter = {},
    ): Promise<Page<ServiceAccount>> {
      const { pageIndex, pageSize } = request
      if (!isStorable(search)) return { list: [], count: 0, pageIndex, pageSize }
      let matching = accounts(scope)
      if (search !== '') matching = matching.where(contains('user_search.search_text', foldForSearch(search)))
      if (status !== undefined) matching = matching.where('users.status', '=', status)
      if (ownerIds !== undefined) matching = matching.where('service_accounts.owner_id', 'in', ownerIds)
      const found = await readPage(matching, sorted(matching), request)
      return { ...found, list: await withCredentials(found.list) }
    },

    /** Returns the accounts that wait for this owner to accept them. */
    async waitingFor(ownerId: number): Promise<ServiceAccount[]> {
      const waiting = accounts(ALL_USERS)
        .where('service_accounts.owner_id', '=', ownerId)
        .where('service_accounts.accepted', '=', 0)
      return withCredentials(await sorted(waiting).execute())
    },

    async insert(userId: number, { ownerId, accepted, expiresAt, networks }: ServiceDetails): Promise<void> {
      await database
        .insertInto('service_accounts')
        .values({
          id: userId,
          owner_id: ownerId,
          accepted: accepted ? 1 : 0,
          expires_at: expiresAt,
          networks: networks.join(','),
          last_used_at: 0,
          last_network: '',
          last_route: '',
        })
        .execute()
    },

    async change(userId: number, { ownerId, accepted, expiresAt, networks }: ServiceDetails): Promise<void> {
      await database
        .updateTable('service_accounts')
        .set({
          owner_id: ownerId,
          accepted: accepted ? 1 : 0,
          expires_at: expiresAt,
          networks: networks.join(','),
        })
        .where('id', '=', userId)
        .execute()
    },

    async ids(): Promise<ReadonlySet<number>> {
      const rows = await database.selectFrom('service_accounts').select('id').execute()
      return new Set(rows.map(({ id }) => id))
    },

    /**
     * Stores the last use of an account, unless another node has stored a later one. The route of a call is stored in any case:
     * a login may have been stored since, before the call was. A login has no route.
     */
    async recordLastUse(userId: number, { at, network, route }: LastUse): Promise<void> {
      const account = database.updateTable('service_accounts').where('id', '=', userId)
      if (route !== undefined) await account.set({ last_route: route.slice(0, MAX_ROUTE_TEXT) }).execute()
      await account
        .set({ last_used_at: at, last_network: network.slice(0, MAX_NETWORK_TEXT) })
        .where('last_used_at', '<', at)
        .execute()
    },

    /** Returns the users who are owners of accounts. */
    async owners(): Promise<StoredAccount[]> {
      const rows = await selectAccounts(database)
        .where('users.id', 'in', (of) => of.selectFrom('service_accounts').select('owner_id'))
        .execute()
      return rows.map(accountOf)
    },

    /** Returns the enabled accounts with what decides about their data, by their owners. */
    async enabledByOwner() {
      return enabled
        .select([
          'users.id as userId',
          'users.username',
          'users.role_id as roleId',
          'users.dept_id as deptId',
          'users.data_scope as dataScope',
          'service_accounts.owner_id as ownerId',
          'service_accounts.expires_at as expiresAt',
        ])
        .orderBy('service_accounts.owner_id')
        .orderBy('users.id')
        .execute()
    },
  }
}
