import { expect, test } from 'vitest'
import { lockLoginState } from '../../src/core/session/login-state.store.ts'
import { createUserActivityStore } from '../../src/core/session/user-activity.store.ts'
import { createUserNetworkStore, MAX_NETWORKS_PER_USER } from '../../src/core/session/user-network.store.ts'
import { resolveSettings } from '../../src/core/settings/load-settings.ts'
import { createUserStore } from '../../src/core/user/user.store.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { inTransaction } from '../../src/platform/database/query/transaction.ts'
import { deleteExpired } from '../../src/service/delete-expired.ts'
import { onEveryDatabase } from './stores.ts'
import { AT, addUser } from './stores-data.ts'
import { anotherNode } from './stores-operators.ts'

const HERE = '203.0.113.7'
const DAY = 24 * 60 * 60 * 1000

onEveryDatabase((place) => {
  const store = () => createUserNetworkStore(place.database)
  const rows = () => place.database.selectFrom('user_networks').selectAll().execute()

  test('a network is known after a login, for the user who logged in', async () => {
    expect(await store().isKnown(7, HERE)).toBe(false)
    expect(await store().recordLogin(7, HERE, AT)).toBe(true)
    expect(await store().recordLogin(7, HERE, AT + 1)).toBe(false)
    expect(await store().recordLogin(7, HERE, AT + 1)).toBe(false)
    expect(await store().isKnown(7, HERE)).toBe(true)
    expect(await store().isKnown(8, HERE)).toBe(false)
    expect(await store().isKnown(7, '203.0.113.8')).toBe(false)
    expect(await rows()).toEqual([
      { id: expect.stringMatching(/^[\w-]{43}$/), user_id: 7, logged_in_at: AT + 1 },
    ])
  })

  test('the addresses of one IPv6 /64 are one network, and a mapped IPv4 address is the IPv4 address', async () => {
    await store().recordLogin(7, '2001:db8::1', AT)
    expect(await store().isKnown(7, '2001:db8:0:0:ffff::9')).toBe(true)
    expect(await store().isKnown(7, '2001:db8:0:1::1')).toBe(false)
    await store().recordLogin(7, HERE, AT)
    expect(await store().isKnown(7, `::ffff:${HERE}`)).toBe(true)
  })

  test('each user has a limited number of networks, those with the latest logins', async () => {
    await store().recordLogin(8, HERE, AT)
    await store().recordLogin(7, HERE, AT)
    const address = (i: number) => `198.51.100.${i}`
    for (let i = 1; i < MAX_NETWORKS_PER_USER; i++) await store().recordLogin(7, address(i), AT + i)
    await store().recordLogin(7, HERE, AT + 1000)
    await store().recordLogin(7, address(99), AT + 1001)
    expect(await store().isKnown(7, HERE)).toBe(true)
    expect(await store().isKnown(7, address(1))).toBe(false)
    expect(await store().isKnown(7, address(2))).toBe(true)
    expect(await store().isKnown(8, HERE)).toBe(true)
    expect(await rows()).toHaveLength(MAX_NETWORKS_PER_USER + 1)
  })

  test('logins at the same time on two nodes stay within the limit', async () => {
    const nodes: Database[] = [place.database, await anotherNode(place)]
    const logins = Array.from({ length: 60 }, (_, i) =>
      inTransaction(nodes[i % 2] ?? place.database, async (transaction) => {
        await createUserActivityStore(transaction).recordLogin(7, AT + i)
        await createUserNetworkStore(transaction).recordLogin(7, `198.51.100.${i % 30}`, AT + i)
      }),
    )
    await Promise.all(logins)
    expect(await rows()).toHaveLength(MAX_NETWORKS_PER_USER)
  })

  test('of logins at the same time from one network, the network is new for one', async () => {
    const nodes: Database[] = [place.database, await anotherNode(place)]
    const logins = Array.from({ length: 10 }, (_, i) =>
      inTransaction(nodes[i % 2] ?? place.database, async (transaction) => {
        await createUserActivityStore(transaction).recordLogin(7, AT + i)
        return createUserNetworkStore(transaction).recordLogin(7, HERE, AT + i)
      }),
    )
    expect((await Promise.all(logins)).filter((isNew) => isNew)).toHaveLength(1)
  })

  test('the state of a login has the network and whether the user has logged in before', async () => {
    const alice = await addUser(place.database, 'alice')
    const state = () =>
      inTransaction(place.database, (transaction) => lockLoginState(transaction, alice, HERE))
    expect(await state()).toMatchObject({ networkRecordedAt: undefined, hasLoggedInBefore: false })
    await createUserActivityStore(place.database).recordLogin(alice, AT)
    expect(await state()).toMatchObject({ networkRecordedAt: undefined, hasLoggedInBefore: true })
    await store().recordLogin(alice, HERE, AT)
    expect(await state()).toMatchObject({ networkRecordedAt: AT, hasLoggedInBefore: true })
  })

  test('the networks of a deleted user are deleted', async () => {
    const [alice, bob] = [await addUser(place.database, 'alice'), await addUser(place.database, 'bob')]
    for (const id of [alice, bob]) await store().recordLogin(id, HERE, AT)
    await createUserStore(place.database).remove(alice)
    expect((await rows()).map(({ user_id }) => user_id)).toEqual([bob])
  })

  test('a network without a login for 90 days is deleted', async () => {
    await store().recordLogin(7, HERE, AT)
    await store().recordLogin(8, HERE, AT + 1)
    await deleteExpired(place.database, AT + 90 * DAY + 1, resolveSettings({}))
    expect((await rows()).map(({ user_id }) => user_id)).toEqual([8])
  })
})
