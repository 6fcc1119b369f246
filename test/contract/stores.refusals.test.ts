import { expect, test } from 'vitest'
import { ALL_USERS, onlyUser } from '../../src/core/user/list/user-scope.ts'
import { createRefusalStore, type NewRefusal } from '../../src/features/policy/explain/refusal.store.ts'
import { createRefusalListStore } from '../../src/features/policy/explain/refusal-list.store.ts'
import { IDENTITY } from '../support/route-app.ts'
import { onEveryDatabase } from './stores.ts'

const ALL = { scope: ALL_USERS }

function refusalOf(part: Partial<NewRefusal> = {}): NewRefusal {
  return {
    requestId: 'a1',
    refusedAt: 100,
    reason: 'permission-denied',
    code: 401,
    method: 'GET',
    path: '/orders/7',
    route: '/orders/:id',
    pattern: '/orders/:id',
    address: '192.0.2.1',
    ...part,
  }
}

const PAGE = { pageIndex: 1, pageSize: 10 }
const NEWEST_FIRST = { by: 'refusedAt', descending: true } as const

const NEEDED = { method: 'GET', path: '/users' }

const ofUser = (userId: number, part: Partial<NewRefusal> = {}) =>
  refusalOf({ identity: { ...IDENTITY, userId, sessionId: userId * 10 }, ...part })

onEveryDatabase((place) => {
  test('refusals are found by request, user and session, the newest first', async () => {
    const store = createRefusalStore(place.database)
    await store.insert([
      refusalOf({ reason: 'token-missing' }),
      ofUser(7, { refusedAt: 101, needed: NEEDED }),
      ofUser(8, { requestId: 'b2', refusedAt: 102 }),
    ])
    const { username, roleKey } = IDENTITY
    const user = { userId: 7, username, roleKey, sessionId: 70 }
    const { pattern: _, ...stored } = refusalOf()
    const first = { ...stored, reason: 'token-missing', needed: undefined, user: undefined }
    const second = { ...stored, refusedAt: 101, needed: NEEDED, user }
    expect(await store.find(ALL_USERS, { requestId: 'a1' }, 0, 10)).toEqual([second, first])
    expect(await store.find(ALL_USERS, { requestId: 'a1' }, 0, 1)).toEqual([second])
    expect(await store.find(ALL_USERS, { requestId: 'a1' }, 101, 10)).toEqual([second])
    expect(await store.find(ALL_USERS, { requestId: 'A1' }, 0, 10)).toEqual([])
    expect(await store.find(ALL_USERS, { userId: 7 }, 0, 10)).toEqual([second])
    expect(await store.find(ALL_USERS, { sessionId: 80 }, 0, 10)).toMatchObject([{ requestId: 'b2' }])
    expect(await store.find(ALL_USERS, { requestId: 'a\0' }, 0, 10)).toEqual([])
  })

  test('refusals of users outside a scope, and those of nobody, are not found', async () => {
    const store = createRefusalStore(place.database)
    await store.insert([refusalOf(), ofUser(7), ofUser(8)])
    const found = await store.find(onlyUser(7), { requestId: 'a1' }, 0, 10)
    expect(found).toMatchObject([{ user: { userId: 7 } }])
    expect(await store.find(onlyUser(7), { userId: 8 }, 0, 10)).toEqual([])
    expect(await store.find({ kind: 'none' }, { requestId: 'a1' }, 0, 10)).toEqual([])
  })

  test('texts of a client that no column can hold are changed, so that the others are stored', async () => {
    const store = createRefusalStore(place.database)
    const odd = {
      requestId: 'i'.repeat(200),
      method: 'M'.repeat(100),
      path: `/\0\uD800${'ä'.repeat(2000)}`,
      route: '/r'.repeat(1000),
      pattern: '/p'.repeat(1000),
      address: 'x'.repeat(100),
    }
    await store.insert([refusalOf(odd), refusalOf()])
    expect(await store.find(ALL_USERS, { requestId: 'a1' }, 0, 10)).toHaveLength(1)
    const [stored] = await store.find(ALL_USERS, { requestId: 'i'.repeat(128) }, 0, 10)
    expect([stored?.path.slice(0, 4), stored?.path.length]).toEqual(['/\uFFFD\uFFFDä', 1024])
  })

  test('refusals are deleted when they are old', async () => {
    const store = createRefusalStore(place.database)
    await store.insert([ofUser(7), ofUser(7, { refusedAt: 200 })])
    await store.deleteBefore(200)
    expect(await store.find(ALL_USERS, { userId: 7 }, 0, 10)).toMatchObject([{ refusedAt: 200 }])
  })

  test('the oldest refusals beyond the bounds are deleted; those without a user displace no others', async () => {
    const store = createRefusalStore(place.database)
    const at = (refusedAt: number, userId?: number) =>
      userId === undefined ? refusalOf({ refusedAt }) : ofUser(userId, { refusedAt })
    await store.insert([at(1, 7), at(2, 8), at(3, 8), at(4, 8), at(5, 9), at(6, 9)])
    await store.insert(Array.from({ length: 120 }, (_, i) => at(100 + i)))
    await store.trim({ maxKnown: 4, maxPerUser: 2, maxAnonymous: 3 })
    const times = (await store.find(ALL_USERS, { requestId: 'a1' }, 0, 1000)).map(
      ({ refusedAt }) => refusedAt,
    )
    expect(times).toEqual([219, 218, 217, 6, 5, 4, 3])
  })

  test('refusals with the same reason, role, method and route form a group, with the numbers of requests and users', async () => {
    await createRefusalStore(place.database).insert([
      ofUser(7),
      ofUser(8, { requestId: 'b2', path: '/orders/8' }),
      ofUser(7, { method: 'PUT' }),
      ofUser(7, { reason: 'beyond-own-role', refusedAt: 102 }),
      refusalOf({ reason: 'token-missing', requestId: 'c3' }),
    ])
    const list = createRefusalListStore(place.database)
    const groups = await list.groups(ALL, NEWEST_FIRST, PAGE)
    const key = { roleKey: IDENTITY.roleKey, pattern: '/orders/:id', reason: 'permission-denied' }
    expect(groups).toMatchObject({
      list: [
        { reason: 'token-missing', roleKey: '', count: 1, users: 0, newest: { requestId: 'c3' } },
        { ...key, reason: 'beyond-own-role', method: 'GET', count: 1, users: 1 },
        { ...key, method: 'PUT', count: 1, users: 1 },
        { ...key, method: 'GET', count: 2, users: 2, newest: { requestId: 'b2', path: '/orders/8' } },
      ],
      count: 4,
      refusals: 5,
      pageIndex: 1,
    })
    const byCount = await list.groups(ALL, { by: 'count', descending: true }, PAGE)
    expect(byCount.list[0]).toMatchObject({ method: 'GET', count: 2 })
    const byUsers = await list.groups(ALL, { by: 'users', descending: false }, PAGE)
    expect(byUsers.list.map(({ users }) => users)).toEqual([0, 1, 1, 2])
    const second = await list.groups(ALL, NEWEST_FIRST, { pageIndex: 2, pageSize: 3 })
    expect(second).toMatchObject({ list: [{ count: 2 }], count: 4, refusals: 5 })
  })

  test('filters select refusals and groups; a facet counts what matches the other filters', async () => {
    await createRefusalStore(place.database).insert([
      ofUser(7),
      ofUser(8, { refusedAt: 101 }),
      ofUser(8, { method: 'PUT', refusedAt: 102 }),
      refusalOf({ reason: 'token-missing', refusedAt: 103 }),
    ])
    const list = createRefusalListStore(place.database)
    const timesOf = async (filter: object) =>
      (await list.page({ ...ALL, ...filter }, PAGE)).list.map(({ refusedAt }) => refusedAt)
    const { roleKey } = IDENTITY
    const one = { reason: 'permission-denied', roleKey, method: 'GET', pattern: '/orders/:id' }
    for (const [filter, times] of [
      [{}, [103, 102, 101, 100]],
      [{ reason: 'token-missing' }, [103]],
      [{ roleKey: '' }, [103]],
      [{ roleKey }, [102, 101, 100]],
      [{ method: 'GET', pattern: '/orders/:id' }, [103, 101, 100]],
      [{ userId: 8 }, [102, 101]],
      [{ ...one, userId: 8 }, [101]],
      [one, [101, 100]],
      [{ pattern: '/elsewhere' }, []],
      [{ pattern: '\0' }, []],
    ] as const) {
      expect(await timesOf(filter), JSON.stringify(filter)).toEqual(times)
      const { refusals } = await list.groups({ ...ALL, ...filter }, NEWEST_FIRST, PAGE)
      expect(refusals, JSON.stringify(filter)).toBe(times.length)
    }
    expect(await list.page(ALL, { pageIndex: 2, pageSize: 3 })).toMatchObject({
      list: [{ refusedAt: 100 }],
      count: 4,
    })
    const { username } = IDENTITY
    expect((await list.facets({ scope: onlyUser(7) })).users).toEqual([{ userId: 7, username, count: 1 }])
    expect(await list.facets({ ...ALL, reason: 'permission-denied', userId: 8 })).toEqual({
      roles: [{ value: roleKey, count: 2 }],
      routes: [
        { method: 'PUT', pattern: '/orders/:id', count: 1 },
        { method: 'GET', pattern: '/orders/:id', count: 1 },
      ],
      reasons: [{ value: 'permission-denied', count: 2 }],
      users: [
        { userId: 8, username, count: 2 },
        { userId: 7, username, count: 1 },
      ],
    })
  })
})
