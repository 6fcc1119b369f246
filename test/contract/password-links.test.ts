import { expect, test } from 'vitest'
import type { LoginLogEntry } from '../../src/core/login-log/login-log-entry.ts'
import { createPasswordHashes } from '../../src/core/password/password-hash.ts'
import { createPasswordRules } from '../../src/core/password/password-rules.ts'
import { createAccountStore } from '../../src/core/user/account.store.ts'
import { createUserStore } from '../../src/core/user/user.store.ts'
import { createUserAddressStore } from '../../src/core/user/user-address.store.ts'
import { createPasswordByLink } from '../../src/features/login/password-links/password-by-link.ts'
import { createPasswordLinkStore } from '../../src/features/login/password-links/password-link.store.ts'
import { hashOfLinkSecret } from '../../src/features/login/password-links/password-link.ts'
import { storeLink } from '../../src/features/login/password-links/store-link.ts'
import type { RootDatabase } from '../../src/platform/database/database.ts'
import { onEveryDatabase } from './stores.ts'
import { AT, addUser } from './stores-data.ts'
import { administrationOf, anotherNode, OPERATOR } from './stores-operators.ts'

onEveryDatabase((place) => {
  const links = () => createPasswordLinkStore(place.database)
  const newLink = async (userId: number): Promise<string> => {
    const account = await createAccountStore(place.database).find(userId)
    if (!account) throw new Error('there is no such user')
    const { operations } = administrationOf(place.database, () => AT)
    const run = operations.run(OPERATOR, async (operation) => ({
      secret: await storeLink(operation, account, 30),
    }))
    return (await run).secret
  }

  const node = (database: RootDatabase, log: LoginLogEntry[]) =>
    createPasswordByLink({
      operations: administrationOf(database, () => AT).operations,
      links: createPasswordLinkStore(database),
      users: createUserStore(database),
      accounts: createAccountStore(database),
      hashes: createPasswordHashes({ concurrency: 1, maxWaiting: 100 }),
      passwordRules: createPasswordRules({ minLength: 8 }),
      loginLog: { record: async (entry) => void log.push(entry) },
      now: () => AT,
    })

  test('of concurrent uses of a link on two nodes, one sets the password', async () => {
    const userId = await addUser(place.database, 'anna')
    const link = await newLink(userId)
    const log: LoginLogEntry[] = []
    const nodes = [node(place.database, log), node(await anotherNode(place), log)]
    const client = { address: '203.0.113.7', userAgent: '', requestId: '' }
    const uses = Array.from({ length: 4 }, (_, i) =>
      nodes.map((one) => one.set({ link, password: `lanterns by the quay ${i}`, ...client })),
    ).flat()
    const outcomes = await Promise.allSettled(uses)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(log.map(({ reason }) => reason).toSorted()).toEqual([
      ...Array.from({ length: 7 }, () => 'link-invalid'),
      'password-set',
    ])
    const changes = await place.database.selectFrom('audit_log').select('action').execute()
    expect(changes.filter(({ action }) => action === 'user.password')).toHaveLength(1)
  })

  test('a newer link replaces the one before, and the user takes it along', async () => {
    const [anna, berta] = [await addUser(place.database, 'anna'), await addUser(place.database, 'berta')]
    const [older, newer, other] = [await newLink(anna), await newLink(anna), await newLink(berta)]
    const found = (secret: string) => links().find(hashOfLinkSecret(secret))
    expect(await found(older)).toBeUndefined()
    expect(await found(newer)).toMatchObject({ userId: anna, expiresAt: AT + 30 * 60_000 })
    await createUserStore(place.database).remove(anna)
    expect(await found(newer)).toBeUndefined()
    expect(await found(other)).toMatchObject({ userId: berta })
  })

  test('only the hash of a link is stored, and expired links are deleted', async () => {
    const secret = await newLink(await addUser(place.database, 'anna'))
    const rows = await place.database.selectFrom('password_links').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret)
    await links().deleteExpired(AT + 30 * 60_000)
    expect(await links().find(hashOfLinkSecret(secret))).toBeDefined()
    await links().deleteExpired(AT + 30 * 60_000 + 1)
    expect(await links().find(hashOfLinkSecret(secret))).toBeUndefined()
  })

  test('users are found by the whole address, with a limit', async () => {
    const users = createUserStore(place.database)
    const addresses = createUserAddressStore(place.database)
    for (const username of ['c', 'a', 'b'])
      await addUser(place.database, username, { email: 'team@example.com', phone: `+4930${username}` })
    const ids = await addresses.find('team@example.com', 2)
    expect(await Promise.all(ids.map(async (id) => (await users.find(id))?.username))).toEqual(['a', 'b'])
    expect(await addresses.find('+4930c', 5)).toHaveLength(1)
    expect(await addresses.find('TEAM@example.com', 5)).toEqual([])
    expect(await addresses.find('', 5)).toEqual([])
    expect(await addresses.find('team@example.com\u0000', 5)).toEqual([])
  })
})
