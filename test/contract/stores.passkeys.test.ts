import { expect, test } from 'vitest'
import { createPasskeyStore, type NewPasskey } from '../../src/features/login/passkeys/passkey.store.ts'
import { isUniqueViolation } from '../../src/platform/database/database-error.ts'
import { onEveryDatabase } from './stores.ts'

function passkeyOf(part: Partial<NewPasskey> = {}): NewPasskey {
  return {
    userId: 7,
    userHandle: 'aGFuZGxl',
    name: 'Läptop 🔑',
    credentialId: 'Y3JlZA',
    publicKey: 'a2V5',
    counter: 0,
    transports: ['hybrid', 'internal'],
    aaguid: '00000000-0000-0000-0000-000000000000',
    backedUp: true,
    ...part,
  }
}

onEveryDatabase((place) => {
  test('a passkey is found by its user and by its credential', async () => {
    const store = createPasskeyStore(place.database)
    const id = await store.insert(passkeyOf(), 1000)
    const second = await store.insert(passkeyOf({ credentialId: 'c2Vjb25k', transports: [] }), 2000)
    const shown = {
      id,
      name: 'Läptop 🔑',
      aaguid: '00000000-0000-0000-0000-000000000000',
      backedUp: true,
      createdAt: '1970-01-01T00:00:01.000Z',
      lastUsedAt: null,
    }
    expect(await store.ofUser(7)).toEqual([
      shown,
      { ...shown, id: second, createdAt: '1970-01-01T00:00:02.000Z' },
    ])
    expect(await store.find(7, id)).toEqual(shown)
    expect(await store.find(8, id)).toBeUndefined()
    expect(await store.findByCredential('Y3JlZA')).toEqual({
      id,
      userId: 7,
      userHandle: 'aGFuZGxl',
      name: 'Läptop 🔑',
      publicKey: 'a2V5',
    })
    // Upper and lower case are different bytes.
    expect(await store.findByCredential('y3jlza')).toBeUndefined()
    expect(await store.credentialsOf(7)).toEqual([
      { credentialId: 'Y3JlZA', transports: ['hybrid', 'internal'], userHandle: 'aGFuZGxl' },
      { credentialId: 'c2Vjb25k', transports: [], userHandle: 'aGFuZGxl' },
    ])
  })

  test('the longest credential is stored, once', async () => {
    const store = createPasskeyStore(place.database)
    const longest = passkeyOf({ credentialId: 'x'.repeat(1364), publicKey: 'y'.repeat(1366) })
    await store.insert(longest, 1000)
    expect(await store.findByCredential(longest.credentialId)).toMatchObject({ publicKey: longest.publicKey })
    const again = await store.insert({ ...longest, userId: 8 }, 1000).catch((error: unknown) => error)
    expect(isUniqueViolation(again)).toBe(true)
  })

  test('a counter must increase, unless the authenticator has none', async () => {
    const store = createPasskeyStore(place.database)
    const id = await store.insert(passkeyOf(), 1000)
    const use = (counter: number) => store.recordUse(id, { counter, backedUp: true, at: 5000 })
    expect([await use(0), await use(0), await use(3), await use(3), await use(2), await use(0)]).toEqual([
      'recorded',
      'recorded',
      'recorded',
      'counter-regressed',
      'counter-regressed',
      'counter-regressed',
    ])
    expect(await use(2 ** 32 - 1)).toBe('recorded')
    expect((await store.find(7, id))?.lastUsedAt).toBe('1970-01-01T00:00:05.000Z')
  })

  test('one of several logins with the same counter is recorded', async () => {
    const store = createPasskeyStore(place.database)
    const id = await store.insert(passkeyOf(), 1000)
    const uses = await Promise.all(
      [1, 1, 1, 1].map((counter) => store.recordUse(id, { counter, backedUp: false, at: 5000 })),
    )
    expect(uses.filter((outcome) => outcome === 'recorded')).toHaveLength(1)
    expect((await store.find(7, id))?.backedUp).toBe(false)
  })

  test('a passkey is renamed and removed', async () => {
    const store = createPasskeyStore(place.database)
    const id = await store.insert(passkeyOf(), 1000)
    await store.rename(id, 'Phone')
    expect((await store.find(7, id))?.name).toBe('Phone')
    await store.remove(id)
    expect(await store.ofUser(7)).toEqual([])
    expect(await store.recordUse(id, { counter: 9, backedUp: true, at: 5000 })).toBe('removed')
  })
})
