import { expect, test } from 'vitest'
import { createChangeStore } from '../../src/cluster/change-feed/change.store.ts'
import { inTransaction } from '../../src/database/transaction.ts'
import { onEveryDatabase } from './stores.ts'
import { AT } from './stores-data.ts'

onEveryDatabase((place) => {
  test('versions are consecutive, and the last one is returned', async () => {
    const changes = createChangeStore(place.database)
    expect(await changes.latestVersion()).toBe(0)
    expect(await changes.append(['policy'], AT)).toBe(1)
    expect(await changes.append(['policy', 'revocation'], AT)).toBe(3)
    expect(await changes.append([], AT)).toBe(3)
    expect(await changes.latestVersion()).toBe(3)
  })

  test('returns the changes since a version', async () => {
    const changes = createChangeStore(place.database)
    await changes.append(['policy', 'policy', 'revocation'], AT)
    const since = async (version: number) => {
      const seen = await changes.kindsSince(version)
      return { ...seen, kinds: [...seen.kinds].sort() }
    }
    expect(await since(0)).toEqual({ version: 3, kinds: ['policy', 'revocation'], complete: true })
    expect(await since(2)).toEqual({ version: 3, kinds: ['revocation'], complete: true })
    expect(await since(3)).toEqual({ version: 3, kinds: [], complete: true })
  })

  test('the version of a change that is rolled back is used again', async () => {
    const changes = createChangeStore(place.database)
    await changes.append(['policy'], AT)
    const work = inTransaction(place.database, async (transaction) => {
      expect(await createChangeStore(transaction).append(['policy'], AT)).toBe(2)
      throw new Error('undone')
    })
    await expect(work).rejects.toThrow('undone')
    expect(await changes.append(['revocation'], AT)).toBe(2)
    expect((await changes.kindsSince(1)).kinds).toEqual(new Set(['revocation']))
  })

  test('old changes are deleted, and a reader that missed them is told to reload', async () => {
    const changes = createChangeStore(place.database)
    await changes.append(['policy', 'policy'], AT)
    await changes.append(['revocation'], AT + 1)
    await changes.deleteExpired(AT + 1)
    expect(await changes.kindsSince(0)).toMatchObject({ version: 3, complete: false })
    expect(await changes.kindsSince(1)).toMatchObject({ version: 3, complete: false })
    expect(await changes.kindsSince(2)).toMatchObject({ version: 3, complete: true })
    await changes.deleteExpired(AT + 2)
    expect(await changes.kindsSince(2)).toEqual({ version: 3, kinds: new Set(), complete: false })
    expect(await changes.kindsSince(3)).toEqual({ version: 3, kinds: new Set(), complete: true })
    expect(await changes.append(['policy'], AT)).toBe(4)
  })

  test('a lower version, as after a restored backup, is detected too', async () => {
    const changes = createChangeStore(place.database)
    await changes.append(['policy'], AT)
    expect(await changes.kindsSince(5)).toMatchObject({ version: 1, complete: false })
  })
})
