import { expect, test } from 'vitest'
import { createRoleStore } from '../../src/core/role/role.store.ts'
import { createUserStore } from '../../src/core/user/user.store.ts'
import {
  createConfirmationStore,
  type NewConfirmation,
} from '../../src/features/approval/four-eyes/confirmation.store.ts'
import { inTransaction } from '../../src/platform/database/query/transaction.ts'
import { onEveryDatabase } from './stores.ts'

function confirmationOf(part: Partial<NewConfirmation> = {}): NewConfirmation {
  return {
    userId: 7,
    username: 'änna',
    plan: { method: 'PUT', path: '/api/v1/sys-user/9', changes: '[{"action":"user.update"}]', digest: 'd1' },
    kinds: ['grant-administration', 'credentials-of-confirmer'],
    beneficiaries: { userIds: [9], roleIds: [] },
    reach: '{"users":[{"userId":9}],"roles":[]}',
    expiresAt: 5000,
    ...part,
  }
}

onEveryDatabase((place) => {
  const store = () => createConfirmationStore(place.database)
  const BELA = { status: 'confirmed', userId: 8, username: 'bela' } as const

  test('a confirmation is found by its plan until it expires, and only by whoever asked', async () => {
    const id = await store().insert(confirmationOf(), 1000)
    expect(await store().find(id, 2000)).toEqual({
      id,
      kinds: ['grant-administration', 'credentials-of-confirmer'],
      userId: 7,
      username: 'änna',
      method: 'PUT',
      path: '/api/v1/sys-user/9',
      changes: [{ action: 'user.update' }],
      reach: { users: [{ userId: 9 }], roles: [] },
      status: 'waiting',
      createdAt: new Date(1000).toISOString(),
      expiresAt: new Date(5000).toISOString(),
      decidedBy: '',
      decidedAt: null,
      beneficiaries: { userIds: [9], roleIds: [] },
      decidedById: 0,
    })
    expect(await store().findByPlan(7, 'd1', 'waiting', 4999)).toMatchObject({ id })
    expect(await store().findByPlan(7, 'd1', 'waiting', 5000)).toBeUndefined()
    expect(await store().findByPlan(7, 'd1', 'confirmed', 2000)).toBeUndefined()
    expect(await store().findByPlan(8, 'd1', 'waiting', 2000)).toBeUndefined()
    expect(await store().findByPlan(7, 'd2', 'waiting', 2000)).toBeUndefined()
    expect(await store().find(id, 5000)).toMatchObject({ status: 'expired' })
    expect(await store().countWaiting(7, 2000)).toBe(1)
    expect(await store().countWaiting(7, 5000)).toBe(0)
  })

  test('what waits or is confirmed is withdrawn once, in time, and not used afterwards', async () => {
    const [waiting, confirmed, used] = [
      await store().insert(confirmationOf(), 1000),
      await store().insert(confirmationOf({ plan: { ...confirmationOf().plan, digest: 'd2' } }), 1000),
      await store().insert(confirmationOf(), 1000),
    ]
    for (const id of [confirmed, used]) expect(await store().decide(id, BELA, 2000)).toBe(true)
    expect(await store().use(used)).toBe(true)
    expect(await store().withdraw(used, 2000)).toBe(false)
    expect(await store().withdraw(waiting, 5000)).toBe(false)
    for (const id of [waiting, confirmed]) {
      expect(await store().withdraw(id, 2000)).toBe(true)
      expect(await store().withdraw(id, 2000)).toBe(false)
      expect(await store().use(id)).toBe(false)
      expect(await store().find(id, 9000)).toMatchObject({ status: 'withdrawn' })
    }
    expect(await store().findByPlan(7, 'd2', 'confirmed', 2000)).toBeUndefined()
    expect(await store().countWaiting(7, 2000)).toBe(0)
  })

  test('what users have asked for is withdrawn, and what they have confirmed waits again', async () => {
    const ids: number[] = []
    for (const userId of [7, 7, 9, 9, 9]) ids.push(await store().insert(confirmationOf({ userId }), 1000))
    const [waiting = 0, confirmed = 0, others = 0, used = 0, refused = 0] = ids
    for (const id of [confirmed, others, used]) await store().decide(id, BELA, 2000)
    await store().decide(refused, { ...BELA, status: 'refused' }, 2000)
    await store().use(used)
    const late = await store().insert(confirmationOf({ expiresAt: 2500 }), 1000)
    await store().withdrawAllOf([7, 8], 3000)
    const statusOf = async (id: number) => (await store().find(id, 3000))?.status
    expect([await statusOf(waiting), await statusOf(confirmed)]).toEqual(['withdrawn', 'withdrawn'])
    expect(await store().find(others, 3000)).toMatchObject({
      status: 'waiting',
      decidedBy: '',
      decidedById: 0,
      decidedAt: null,
    })
    expect(await statusOf(used)).toBe('used')
    expect(await statusOf(refused)).toBe('refused')
    expect(await statusOf(late)).toBe('expired')
  })

  test('one decision counts, in time, and one use', async () => {
    const id = await store().insert(confirmationOf(), 1000)
    const late = await store().insert(confirmationOf(), 1000)
    expect(await store().use(id)).toBe(false)
    expect(await store().decide(late, BELA, 5000)).toBe(false)
    expect(await store().decide(id, BELA, 2000)).toBe(true)
    expect(await store().decide(id, { ...BELA, status: 'refused' }, 2000)).toBe(false)
    expect(await store().find(id, 2000)).toMatchObject({
      status: 'confirmed',
      decidedBy: 'bela',
      decidedById: 8,
      decidedAt: new Date(2000).toISOString(),
    })
    const use = () => inTransaction(place.database, (one) => createConfirmationStore(one).use(id))
    expect((await Promise.all([use(), use()])).sort()).toEqual([false, true])
    expect(await store().find(id, 9000)).toMatchObject({ status: 'used' })
  })

  test('a list has a status as of now, the newest first', async () => {
    const ids: number[] = []
    for (const expiresAt of [2000, 5000, 5000, 5000])
      ids.push(await store().insert(confirmationOf({ expiresAt }), 1000))
    const [expired = 0, waiting = 0, confirmed = 0, refused = 0] = ids
    await store().decide(confirmed, BELA, 1500)
    await store().decide(refused, { ...BELA, status: 'refused' }, 1500)
    const listed = async (status?: 'waiting' | 'confirmed' | 'refused' | 'used' | 'expired') => {
      const { list, count } = await store().page(status, { pageIndex: 1, pageSize: 3 }, 3000)
      return { ids: list.map(({ id }) => id), count }
    }
    expect(await listed()).toEqual({ ids: [refused, confirmed, waiting], count: 4 })
    expect(await listed('waiting')).toEqual({ ids: [waiting], count: 1 })
    expect(await listed('confirmed')).toEqual({ ids: [confirmed], count: 1 })
    expect(await listed('refused')).toEqual({ ids: [refused], count: 1 })
    expect(await listed('used')).toEqual({ ids: [], count: 0 })
    expect(await listed('expired')).toEqual({ ids: [expired], count: 1 })
    expect((await store().ofUser(7, 2, 3000)).map(({ id }) => id)).toEqual([refused, confirmed])
    await store().deleteExpired(3000)
    expect((await listed()).count).toBe(3)
  })

  test('enabled admins are listed, whether their role has an end or not', async () => {
    const { database } = place
    const users = createUserStore(database)
    const roleId = (await createRoleStore(database).findByKey('admin'))?.roleId ?? 0
    const add = (username: string, status: '1' | '2') =>
      users.insert({ username, passwordHash: 'x', roleId, status }, 0)
    const [one, , until] = [await add('one', '2'), await add('off', '1'), await add('until', '2')]
    await users.change(until, { roleUntil: '2100-01-01T00:00:00.000Z', formerRoleId: roleId }, 0)
    expect((await store().enabledAdmins()).map(({ userId }) => userId).sort()).toEqual([one, until].sort())
  })
})
