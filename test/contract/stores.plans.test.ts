// Runs at the full cost of a password hash: the plan depends on how many kinds of hashes are outdated.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuditLogFilter, createAuditLogStore } from '../../src/core/audit-log/audit-log.store.ts'
import { READS_ALL } from '../../src/core/audit-log/audit-log-reader.ts'
import { createLoginLogStore, type LoginLogFilter } from '../../src/core/login-log/login-log.store.ts'
import { createLoginLogRemovalStore } from '../../src/core/login-log/login-log-removal.store.ts'
import { createLoginLogStatisticsStore } from '../../src/core/login-log/login-log-statistics.store.ts'
import { createStoredHashStore } from '../../src/core/password/stored-hash.store.ts'
import { createPolicyStore } from '../../src/core/permission/policy.store.ts'
import { createRoleHolderStore } from '../../src/core/role/role-holder.store.ts'
import { lockLoginState } from '../../src/core/session/login-state.store.ts'
import { createSessionStore } from '../../src/core/session/session.store.ts'
import { createUserActivityStore } from '../../src/core/session/user-activity.store.ts'
import { createRevocationStore } from '../../src/core/token/revocation.store.ts'
import { createAccountStore } from '../../src/core/user/account.store.ts'
import { createUserBatchStore } from '../../src/core/user/list/user-batch.store.ts'
import {
  createUserListStore,
  isSortable,
  USER_ORDERS,
  type UserFilter,
} from '../../src/core/user/list/user-list.store.ts'
import { ALL_USERS } from '../../src/core/user/list/user-scope.ts'
import { createSimilarNameStore } from '../../src/core/user/name/similar-name.store.ts'
import { createUserStore } from '../../src/core/user/user.store.ts'
import { createUserAddressStore } from '../../src/core/user/user-address.store.ts'
import { createRefusalListStore } from '../../src/features/policy/explain/refusal-list.store.ts'
import { createIdleUserStore } from '../../src/features/policy/reports/idle-user.store.ts'
import { type DatabaseHandle, openDatabase, type RootDatabase } from '../../src/platform/database/database.ts'
import type { PageRequest } from '../../src/platform/database/query/page.ts'
import { parseAddressRange } from '../../src/platform/network/address-range.ts'
import type { FreshDatabase } from '../support/servers/fresh-database.ts'
import { fillTables, LARGE_DEPARTMENT, SMALL_DEPARTMENT } from './large-tables.ts'
import { type Explained, plansOf } from './query-plans.ts'
import { GENEROUS_LIMITS, onEveryDatabase } from './stores.ts'
import { AT, addRole } from './stores-data.ts'

const LARGE = new Set([
  'users',
  'user_search',
  'user_logins',
  'login_log',
  'entries',
  'audit_log',
  'sessions',
  'refusals',
])
/** To sort as many as a page has at most costs nothing, and may be cheaper than to go to each by the index. */
const PAGE_ROWS = 200

const BY_NAME = { by: 'username', descending: false } as const
const BY_ID = { by: 'userId', descending: false } as const
const SECOND = { pageIndex: 2, pageSize: 10 }
const TIME = { from: AT + 5_000_000, to: AT + 9_000_000 }
const LONG_TIME = { from: AT, to: AT + 15_000_000 }
const ADDRESS = parseAddressRange('10.0.17.17')
const NETWORK = parseAddressRange('10.0.17.0/24')
const AFTER = { pageIndex: 1, pageSize: 10, after: `${AT + 8_000_000}-8000` }

interface Expectation {
  /** Sorts the rows of a range, which have been counted before: at most 10,000. */
  readonly sortsRange?: boolean
  /** Nearly every row matches, so that it is as well to go along the order and leave out the few others. */
  readonly matchesMost?: boolean
  /** The column of the key after which the page begins: the index is entered there. */
  readonly keyedBy?: RegExp
}

onEveryDatabase((place) => {
  let made: FreshDatabase
  let handle: DatabaseHandle
  let roles: { most: number; few: number }
  beforeAll(async () => {
    made = await place.fresh()
    handle = await openDatabase(made.url, { limits: GENEROUS_LIMITS })
    roles = await fillTables(handle.database)
  })
  afterAll(async () => {
    await handle?.close()
    await made?.drop()
  })

  const explain = (work: (database: RootDatabase) => Promise<unknown>) => plansOf(handle.database, work)

  test('pages of users use indexes, for every filter and order', async () => {
    const { most, few } = roles
    const filters: Readonly<Record<string, UserFilter>> = {
      'nothing (most)': {},
      'how the name begins': { username: 'user 12' },
      'email address': { email: '5@example.com' },
      'phone number': { phone: '+49 7' },
      'status (most)': { status: '2' },
      status: { status: '1' },
      'role (most)': { roleId: most },
      role: { roleId: few },
      'role and status (most)': { roleId: most, status: '2' },
      'role and status': { roleId: most, status: '1' },
      'second factor (most)': { secondFactor: 'none' },
      'role and no second factor': { roleId: few, secondFactor: 'none' },
      'name and status': { username: 'user 12', status: '2' },
      'name and role': { username: 'user 12', roleId: most },
      'name, role and status': { username: 'user 12', roleId: most, status: '2' },
      'email and all else': {
        email: '5@example.com',
        phone: '+49 5',
        username: 'u',
        roleId: most,
        status: '2',
      },
    }
    const problems: string[] = []
    for (const [name, filter] of Object.entries(filters)) {
      const matchesMost = name.includes('most')
      // The endpoint and the command refuse what can't be sorted.
      for (const by of USER_ORDERS.filter((field) => isSortable(filter, field))) {
        const [after, keyedBy] = by === 'username' ? ['user 125', /username_key/] : ['9000', /\bid\b|rowid/]
        for (const descending of [false, true]) {
          const page = (request: PageRequest) =>
            explain((database) =>
              createUserListStore(database).page(ALL_USERS, filter, { by, descending }, request),
            )
          problems.push(...problemsOf(await page(SECOND), { matchesMost }))
          problems.push(...problemsOf(await page({ ...SECOND, after }), { matchesMost, keyedBy }))
        }
      }
    }
    expect(problems).toEqual([])
  })

  test('a search for users uses the trigrams, or reads the texts in batches by id, and everything else by indexes', async () => {
    const problems: string[] = []
    for (const filter of [{}, { roleId: roles.few }, { status: '1' }]) {
      const search = (text: string) =>
        explain((database) =>
          createUserListStore(database).search(ALL_USERS, text, filter, undefined, SECOND),
        )
      const [long, short] = [await search('777@example'), await search('7@')]
      expect(short.length).toBeGreaterThan(4)
      problems.push(...problemsOf(long, {}), ...problemsOf(short, {}))
      const names = long.flatMap(({ accesses }) =>
        accesses.flatMap(({ table, index = '' }) => [table, index]),
      )
      expect(names.includes('user_search_trigrams')).toBe(place.dialect !== 'mysql')
    }
    const activity = await explain(async (database) => {
      const { list } = await createUserListStore(database).page(ALL_USERS, {}, BY_ID, SECOND)
      await createUserActivityStore(database).of(
        list.map(({ userId }) => userId),
        AT,
      )
    })
    problems.push(...problemsOf(activity, { matchesMost: true }))
    expect(problems).toEqual([])
  })

  test('lists of a branch are read by its departments if it has few users, and in their order if it has many', async () => {
    const problems: string[] = []
    for (const [departments, expected] of [
      [[SMALL_DEPARTMENT, 1, 2], { sortsRange: true }],
      [[LARGE_DEPARTMENT, 1, 2], { matchesMost: true }],
    ] as const) {
      const scope = { kind: 'some', departments } as const
      const lists: readonly ((database: RootDatabase) => Promise<unknown>)[] = [
        ...USER_ORDERS.map(
          (by) => (database: RootDatabase) =>
            createUserListStore(database).page(scope, {}, { by, descending: true }, SECOND),
        ),
        (database) => createUserListStore(database).page(scope, { roleId: roles.few }, BY_ID, SECOND),
        (database) => createUserListStore(database).page(scope, { username: 'user 12' }, BY_NAME, SECOND),
        (database) => createLoginLogStore(database).page(scope, {}, SECOND),
        (database) => createLoginLogStore(database).page(scope, { username: 'user 77' }, SECOND),
        (database) => createAuditLogStore(database).page({ scope, userId: 7 }, {}, SECOND),
        (database) => createSessionStore(database).page(scope, {}, SECOND, AT + 1),
        (database) => createSessionStore(database).page(scope, { roleId: roles.few }, SECOND, AT + 1),
        (database) => createSessionStore(database).page(scope, { username: 'user 7' }, SECOND, AT + 1),
      ]
      for (const list of lists) problems.push(...problemsOf(await explain(list), expected))
    }
    expect(problems).toEqual([])
  })

  test('pages of the login log, also with keyset pagination, and exports', async () => {
    const filters: Readonly<Record<string, LoginLogFilter>> = {
      'nothing (most)': {},
      username: { username: 'user 77' },
      'a username that is tried often': { username: 'user 1' },
      'how the name begins': { username: 'user 7*' },
      'how most names begin (most)': { username: 'user*' },
      address: { addresses: ADDRESS },
      network: { addresses: NETWORK },
      'the network of most (most)': { addresses: parseAddressRange('10.0.0.0/8') },
      'success (most)': { status: '2' },
      failure: { status: '1' },
      reason: { reason: 'credentials-wrong' },
      'a reason of most entries (most)': { reason: 'logged-in' },
      'new network': { newNetwork: true },
      'new network and time': { newNetwork: true, ...TIME },
      'new network and how the name begins': { newNetwork: true, username: 'user*' },
      'reason and failure': { reason: 'credentials-wrong', status: '1' },
      'reason and time': { reason: 'credentials-wrong', ...TIME },
      'username and reason': { username: 'user 1', reason: 'credentials-wrong' },
      time: TIME,
      'time, from then on (most)': { from: TIME.from },
      'username and success': { username: 'user 1', status: '2' },
      'username and failure': { username: 'user 1', status: '1' },
      'address and failure': { addresses: ADDRESS, status: '1' },
      'username and address': { username: 'user 1', addresses: ADDRESS },
      'network and failure': { addresses: NETWORK, status: '1' },
      'how the name begins, and network': { username: 'user 7*', addresses: NETWORK },
      'how the name begins, and time': { username: 'user 7*', ...TIME },
      'how the name begins, and a long time': { username: 'user 7*', ...LONG_TIME },
      'how the name begins, and reason': { username: 'user 7*', reason: 'credentials-wrong' },
      'how most names begin, and failure': { username: 'user*', status: '1' },
      'username and time': { username: 'user 1', ...TIME },
      'address and time': { addresses: ADDRESS, ...TIME },
      'failure and time': { status: '1', ...TIME },
      'success and time': { status: '2', ...TIME },
      'all at once': { username: 'user 1', addresses: ADDRESS, status: '2', ...TIME },
    }
    const problems: string[] = []
    for (const [name, filter] of Object.entries(filters)) {
      const matchesMost = name.includes('most')
      const page = (request: PageRequest) =>
        explain((database) => createLoginLogStore(database).page(ALL_USERS, filter, request))
      const sortsRange = /how the name|network/.test(name)
      problems.push(...problemsOf(await page(SECOND), { matchesMost, sortsRange }))
      const keyedBy = sortsRange ? /login_time|username|address_key/ : /login_time/
      problems.push(...problemsOf(await page(AFTER), { matchesMost, sortsRange, keyedBy }))
      const exported = await explain((database) =>
        first(createLoginLogStore(database).each(ALL_USERS, filter)),
      )
      // A thousand are a good part of these few, and PostgreSQL goes through the table for so many.
      problems.push(
        ...problemsOf(exported, { matchesMost: matchesMost || place.dialect === 'postgres', sortsRange }),
      )
    }
    expect(problems).toEqual([])
  })

  test('the pages of a range have the order of time, however many entries match', async () => {
    const store = createLoginLogStore(handle.database)
    const request = { pageIndex: 1, pageSize: 50 }
    for (const [username, expected] of [
      ['user*', { count: 10_000, countCapped: true }],
      ['user 7*', { count: expect.any(Number) }],
    ] as const) {
      const { list, next, ...counted } = await store.page(ALL_USERS, { username }, request)
      expect(counted).toEqual({ ...request, ...expected })
      const { list: second } = await store.page(ALL_USERS, { username }, { ...request, after: String(next) })
      const entries = [...list, ...second]
      const times = entries.map(({ loginTime }) => loginTime)
      expect(times).toEqual(times.toSorted().toReversed())
      expect(new Set(entries.map(({ id }) => id)).size).toBe(100)
      expect(entries.every((entry) => entry.username.startsWith(username.slice(0, -1)))).toBe(true)
      // Without the filter, the same entries have the same order.
      const { list: all } = await store.page(ALL_USERS, {}, { pageIndex: 1, pageSize: 5000 })
      const matching = all.filter((entry) => entry.username.startsWith(username.slice(0, -1)))
      expect(entries.map(({ id }) => id)).toEqual(matching.slice(0, 100).map(({ id }) => id))
    }
  })

  test('the rankings of the overview read the failures in an index only', async () => {
    const period = { from: TIME.from, to: TIME.to }
    const plans = await explain(async (database) => {
      const statistics = createLoginLogStatisticsStore(database)
      await statistics.failingNames(ALL_USERS, period)
      await statistics.failingAddresses(ALL_USERS, period)
      await statistics.newNetworks(ALL_USERS, period)
    })
    const accesses = plans.map((plan) => plan.accesses)
    const search = [expect.objectContaining({ how: 'search', index: 'login_log_by_status' })]
    const marked = [expect.objectContaining({ how: 'search', index: 'login_log_by_new_network' })]
    expect(accesses).toEqual([search, search, marked])
  })

  test('pages of the audit log, also with keyset pagination', async () => {
    const filters: Readonly<Record<string, AuditLogFilter>> = {
      'nothing (most)': {},
      operator: { operator: 'operator 7' },
      'how the operator begins': { operator: 'operator 7*' },
      'how most operators begin (most)': { operator: 'operator*' },
      action: { action: 'policy.add' },
      'an action that is taken often (most)': { action: 'user.update' },
      kind: { targetKind: 'policy' },
      'a kind that is changed often (most)': { targetKind: 'user' },
      target: { targetKind: 'user', targetId: 5 },
      'id of a target': { targetId: 5 },
      time: TIME,
      'operator and action': { operator: 'operator 7', action: 'user.update' },
      'operator and time': { operator: 'operator 7', ...TIME },
      'kind and time': { targetKind: 'policy', ...TIME },
      'all at once': {
        operator: 'operator 5',
        action: 'user.update',
        targetKind: 'user',
        targetId: 5,
        ...TIME,
      },
    }
    const problems: string[] = []
    for (const [name, filter] of Object.entries(filters)) {
      const matchesMost = name.includes('most')
      const page = (request: PageRequest) =>
        explain((database) => createAuditLogStore(database).page(READS_ALL, filter, request))
      const sortsRange = name.startsWith('how')
      problems.push(...problemsOf(await page(SECOND), { matchesMost, sortsRange }))
      const keyedBy = sortsRange ? /made_at|operator/ : /made_at/
      problems.push(...problemsOf(await page(AFTER), { matchesMost, sortsRange, keyedBy }))
    }
    expect(problems).toEqual([])
  })

  test('active sessions: all, of a user, of a role, from an address', async () => {
    const username = 'user 0'
    const userId = (await createUserStore(handle.database).findByName(username))?.userId ?? 0
    expect(userId).toBeGreaterThan(0)
    const page = (filter: object) =>
      explain((database) => createSessionStore(database).page(ALL_USERS, filter, SECOND, AT + 1))
    expectIndexed(await page({}), { matchesMost: true })
    expectIndexed(await page({ userId }))
    expectIndexed(await page({ username }))
    expectIndexed(await page({ addresses: ADDRESS }))
    expectIndexed(await page({ addresses: NETWORK }), { sortsRange: true })
    expectIndexed(await page({ roleId: roles.few }))
    expectIndexed(await page({ roleId: roles.few, minAgeHours: 1 }))
    expectIndexed(await page({ browser: 'curl' }), { sortsRange: true })
    expectIndexed(await page({ os: 'Linux' }), { matchesMost: true })
    expectIndexed(await page({ os: 'Linux', browser: 'curl' }), { sortsRange: true })
    expectIndexed(await page({ minAgeHours: 1 }))
    expectIndexed(await page({ username, addresses: ADDRESS }))
    expectIndexed(await explain((database) => createSessionStore(database).find(ALL_USERS, 500, AT)))
    expectIndexed(await explain((database) => createSessionStore(database).ofUser(userId, AT)))
    // The rows that it sorts are those of the role.
    const [count] = await explain((database) =>
      createSessionStore(database).countByRole(ALL_USERS, roles.few, AT),
    )
    expect(count?.accesses.map(({ how }) => how)).toEqual(['search'])
    expectIndexed(await explain((database) => createSessionStore(database).deleteExpired(AT - 1)))
    expectIndexed(await explain((database) => createRevocationStore(database).endAll('user', userId)), {
      // Where it looks for the last session of all, which is the end of an index.
      matchesMost: true,
    })
    expectIndexed(await explain((database) => createRevocationStore(database).endSession(500, AT)))
  })

  test('sessions of signers that are no longer accepted are found by an index', async () => {
    const accepted = ['signer 0', 'signer 2']
    for (const [signers, count] of [
      [accepted, 100],
      [[...accepted, 'signer 1'], 0],
    ] as const) {
      const plans = await explain(async (database) => {
        expect(await createSessionStore(database).signedByOther(signers, 100)).toHaveLength(count)
      })
      expectIndexed(plans)
      for (const { accesses } of plans) expect(accesses[0]?.by).toContain('signer')
    }
  })

  test('users by their names, roles and ids', async () => {
    const nobodys = await addRole(handle.database, 'nobody has it')
    expectIndexed(
      await explain(async (database) => {
        const users = createUserStore(database)
        const id = (await users.findByName('user 55'))?.userId ?? 0
        await users.holdersOf(['user 55', 'USER 56', 'nobody'])
        await createUserAddressStore(database).find('user55@example.com', 5)
        await createUserAddressStore(database).namedLike(['user 55', 'user56@example.com'])
        await createSimilarNameStore(database).of(ALL_USERS, ['user 55', 'user 56'])
        await users.find(id)
        const holders = createRoleHolderStore(database)
        await holders.isRoleHeld(nobodys)
        await holders.formerRoles()
        await users.isRoleEndDue(AT)
        await holders.countOtherEnabledAdmins(id)
        await users.change(id, { nickName: 'x' }, AT)
        await createAccountStore(database).findByName('user 55')
        await lockLoginState(database, id, '203.0.113.7')
      }),
    )
  })

  test('the kinds of password hashes, without reading all users', async () => {
    const plans = await explain((database) => createStoredHashStore(database).outdatedKinds())
    expectIndexed(plans, { keyedBy: /password_hash/ })
  })

  test('reports read users in batches by id, and clean-ups find users and sessions by their ids', async () => {
    expectIndexed(await explain((database) => createIdleUserStore(database).list(ALL_USERS, AT)), {
      matchesMost: true,
      keyedBy: /\bid\b|rowid/,
    })
    const ids = [500, 600]
    expectIndexed(
      await explain(async (database) => {
        await createIdleUserStore(database).find(ids)
        await createUserBatchStore(database).setStatus(ids, '2', AT)
        await createSessionStore(database).holdersAmong(ids)
        await createUserBatchStore(database).countByRole(ALL_USERS, [roles.few])
      }),
    )
  })

  test('log queries of verification and retention', async () => {
    expectIndexed(
      await explain(async (database) => {
        await first(skipping(2000, createLoginLogStore(database).links()))
        await first(skipping(2000, createAuditLogStore(database).links()))
      }),
      // From the beginning to the end, in the order of positions.
      { matchesMost: true },
    )
    const ends = { position: 20_000, hash: 'a hash' }
    await handle.database.updateTable('log_chains').set(ends).where('id', '=', 'login_log').execute()
    expectIndexed(
      await explain(async (database) => {
        const removal = createLoginLogRemovalStore(database)
        await removal.removable([500, 600])
        expect((await removal.deleteOldest(AT + 300_000, 5000)).count).toBe(300)
        expect((await removal.deleteOldest(AT + 300_000, 5000)).count).toBe(0)
      }),
    )
  })

  test('refusals: groups and facets are counted in an index alone; those of a user or a group are found by an index', async () => {
    const group = { reason: 'permission-denied', roleKey: 'role 3', method: 'GET', pattern: '/things/3' }
    const grouped = async (filter: object) => {
      const plans = await explain(async (database) => {
        const list = createRefusalListStore(database)
        await list.groups({ ...filter, scope: ALL_USERS }, { by: 'refusedAt', descending: true }, SECOND)
        await list.facets({ ...filter, scope: ALL_USERS })
      })
      // The newest request of each group is found by its id.
      return plans.filter(({ sql }) => !sql.includes('id" in') && !sql.includes('id` in'))
    }
    for (const filter of [{}, { reason: 'permission-denied' }, { roleKey: 'role 3' }, { userId: 7 }, group]) {
      const plans = await grouped(filter)
      expect(plans).toHaveLength(6)
      const indexes = plans.flatMap(({ accesses }) => accesses.map(({ index }) => index))
      // PostgreSQL may read the table, whose size is limited, if it counts a good part of the rows.
      const others = place.dialect === 'postgres' ? [undefined] : []
      for (const index of indexes)
        expect(['refusals_by_group', 'refusals_by_user', ...others]).toContain(index)
    }
    for (const filter of [group, { userId: 7 }]) {
      const [groups, totals] = await grouped(filter)
      for (const plan of [groups, totals]) expect(plan?.accesses.map(({ how }) => how)).toEqual(['search'])
    }
    const page = (filter: object) =>
      explain((database) => createRefusalListStore(database).page({ ...filter, scope: ALL_USERS }, SECOND))
    expectIndexed(await page({}), { matchesMost: true })
    expectIndexed(await page({ userId: 7 }))
    expectIndexed(await page(group))
  })

  test('the policy: a list by role uses an index; a search by part of a path scans all rules', async () => {
    const page = (filter: object) => explain((database) => createPolicyStore(database).page(filter, SECOND))
    for (const { accesses } of [
      ...(await page({ roleKey: 'role 7' })),
      ...(await page({ roleKey: 'role 7', method: 'GET' })),
    ]) {
      expect(accesses.map(({ how }) => how)).toEqual(['search'])
    }
    const [rule] = await createPolicyStore(handle.database).listByRole('role 7')
    if (!rule) throw new Error('there is no such rule')
    const [removal] = await explain((database) => createPolicyStore(database).remove([rule]))
    expect(removal?.accesses.map(({ how }) => how)).toEqual(['search'])
    for (const { accesses } of await page({ path: 'things/12' })) expect(accesses).toHaveLength(1)
  })
})

function expectIndexed(plans: readonly Explained[], expectation: Expectation = {}): void {
  expect(problemsOf(plans, expectation)).toEqual([])
}

function problemsOf(
  plans: readonly Explained[],
  { matchesMost, sortsRange, keyedBy }: Expectation,
): string[] {
  expect(plans).not.toEqual([])
  return plans.flatMap(({ sql, accesses, sorts }) => {
    const large = accesses.filter(({ table }) => LARGE.has(table))
    const problems = [
      ...sorts.flatMap(({ by, rows }) =>
        rows > PAGE_ROWS && !sortsRange ? [`sorts ${rows} rows by ${by}`] : [],
      ),
      ...large.flatMap(({ table, how }) =>
        how === 'search' || matchesMost ? [] : [`goes through all ${table}`],
      ),
    ]
    const entry = accesses.find(({ table }) => table === '' || LARGE.has(table))
    const isCount = sql.startsWith('select count(*)')
    if (keyedBy && !isCount && entry && !keyedBy.test(entry.by ?? ''))
      problems.push(`does not begin at the key, but at ${entry.by}`)
    return problems.map((problem) => `${problem}: ${sql}`)
  })
}

async function first<T>(entries: AsyncIterable<T>): Promise<T | undefined> {
  for await (const entry of entries) return entry
  return undefined
}

async function* skipping<T>(count: number, entries: AsyncIterable<T>): AsyncGenerator<T> {
  let left = count
  for await (const entry of entries) if (left-- <= 0) yield entry
}
