import { expect, test } from 'vitest'
import { createRefusalStore, type NewRefusal } from '../../src/authorization/explain/refusal.store.ts'
import { IDENTITY } from '../support/route-app.ts'
import { onEveryDatabase } from './stores.ts'

function refusalOf(part: Partial<NewRefusal> = {}): NewRefusal {
  return {
    requestId: 'a1',
    refusedAt: 100,
    reason: 'permission-denied',
    code: 401,
    method: 'GET',
    path: '/orders/7',
    route: '/orders/:id',
    address: '192.0.2.1',
    ...part,
  }
}

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
    const first = { ...refusalOf({ reason: 'token-missing' }), needed: undefined, user: undefined }
    const second = { ...refusalOf({ refusedAt: 101, needed: NEEDED }), user }
    expect(await store.find({ requestId: 'a1' }, 0, 10)).toEqual([second, first])
    expect(await store.find({ requestId: 'a1' }, 0, 1)).toEqual([second])
    expect(await store.find({ requestId: 'a1' }, 101, 10)).toEqual([second])
    expect(await store.find({ requestId: 'A1' }, 0, 10)).toEqual([])
    expect(await store.find({ userId: 7 }, 0, 10)).toEqual([second])
    expect(await store.find({ sessionId: 80 }, 0, 10)).toMatchObject([{ requestId: 'b2' }])
    expect(await store.find({ requestId: 'a\0' }, 0, 10)).toEqual([])
  })

  test('texts of a client that no column can hold are changed, so that the others are stored', async () => {
    const store = createRefusalStore(place.database)
    const odd = {
      requestId: 'i'.repeat(200),
      method: 'M'.repeat(100),
      path: `/\0\uD800${'ä'.repeat(2000)}`,
      route: '/r'.repeat(1000),
      address: 'x'.repeat(100),
    }
    await store.insert([refusalOf(odd), refusalOf()])
    expect(await store.find({ requestId: 'a1' }, 0, 10)).toHaveLength(1)
    const [stored] = await store.find({ requestId: 'i'.repeat(128) }, 0, 10)
    expect([stored?.path.slice(0, 4), stored?.path.length]).toEqual(['/\uFFFD\uFFFDä', 1024])
  })

  test('refusals are deleted when they are old', async () => {
    const store = createRefusalStore(place.database)
    await store.insert([ofUser(7), ofUser(7, { refusedAt: 200 })])
    await store.deleteBefore(200)
    expect(await store.find({ userId: 7 }, 0, 10)).toMatchObject([{ refusedAt: 200 }])
  })

  test('the oldest refusals beyond the bounds are deleted; those without a user displace no others', async () => {
    const store = createRefusalStore(place.database)
    const at = (refusedAt: number, userId?: number) =>
      userId === undefined ? refusalOf({ refusedAt }) : ofUser(userId, { refusedAt })
    await store.insert([at(1, 7), at(2, 8), at(3, 8), at(4, 8), at(5, 9), at(6, 9)])
    await store.insert(Array.from({ length: 120 }, (_, i) => at(100 + i)))
    await store.trim({ maxKnown: 4, maxPerUser: 2, maxAnonymous: 3 })
    const times = (await store.find({ requestId: 'a1' }, 0, 1000)).map(({ refusedAt }) => refusedAt)
    expect(times).toEqual([219, 218, 217, 6, 5, 4, 3])
  })
})
