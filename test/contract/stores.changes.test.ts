import { expect, test } from 'vitest'
import { createChangeStore } from '../../src/platform/cluster/change-feed/change.store.ts'
import { inTransaction } from '../../src/platform/database/query/transaction.ts'
import { onEveryDatabase } from './stores.ts'
import { AT } from './stores-data.ts'

onEveryDatabase((place) => {
  test('versions are consecutive, and the last one is returned', async () => {
    const changes = createChangeStore(place.database)
    expect(await changes.latestVersion()).toBe(0)
    expect(await changes.append([{ kind: 'policy' }], AT)).toBe(1)
    expect(await changes.append([{ kind: 'policy' }, { kind: 'revocation' }], AT)).toBe(3)
    expect(await changes.append([], AT)).toBe(3)
    expect(await changes.latestVersion()).toBe(3)
  })

  test('returns the changes since a version', async () => {
    const changes = createChangeStore(place.database)
    await changes.append([{ kind: 'policy' }, { kind: 'policy' }, { kind: 'revocation' }], AT)
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
    await changes.append([{ kind: 'policy' }], AT)
    const work = inTransaction(place.database, async (transaction) => {
      expect(await createChangeStore(transaction).append([{ kind: 'policy' }], AT)).toBe(2)
      throw new Error('undone')
    })
    await expect(work).rejects.toThrow('undone')
    expect(await changes.append([{ kind: 'revocation' }], AT)).toBe(2)
    expect((await changes.kindsSince(1)).kinds).toEqual(new Set(['revocation']))
  })

  test('old changes are deleted, and a reader that missed them is told to reload', async () => {
    const changes = createChangeStore(place.database)
    await changes.append([{ kind: 'policy' }, { kind: 'policy' }], AT)
    await changes.append([{ kind: 'revocation' }], AT + 1)
    await changes.deleteExpired(AT + 1)
    expect(await changes.kindsSince(0)).toMatchObject({ version: 3, complete: false })
    expect(await changes.kindsSince(1)).toMatchObject({ version: 3, complete: false })
    expect(await changes.kindsSince(2)).toMatchObject({ version: 3, complete: true })
    await changes.deleteExpired(AT + 2)
    expect(await changes.kindsSince(2)).toEqual({ version: 3, kinds: new Set(), complete: false })
    expect(await changes.kindsSince(3)).toEqual({ version: 3, kinds: new Set(), complete: true })
    expect(await changes.append([{ kind: 'policy' }], AT)).toBe(4)
  })

  test('a lower version, as after a restored backup, is detected too', async () => {
    const changes = createChangeStore(place.database)
    await changes.append([{ kind: 'policy' }], AT)
    expect(await changes.kindsSince(5)).toMatchObject({ version: 1, complete: false })
  })

  test('the steps of a kind are listed in the order of the changes, unless some of them are missing', async () => {
    const changes = createChangeStore(place.database)
    const steps = [
      ['add', 'ä', '/x'],
      ['count', '1'],
    ] as const
    await changes.append([{ kind: 'policy', steps }, { kind: 'revocation' }], AT)
    await changes.append([{ kind: 'policy', steps: [] }], AT + 1)
    await changes.append([{ kind: 'policy' }], AT + 2)
    const listed = (after: number, upTo: number) => changes.listCarried('policy', { after, upTo })
    expect(await listed(0, 3)).toEqual([
      { version: 1, steps },
      { version: 3, steps: [] },
    ])
    expect(await listed(1, 2)).toEqual([])
    expect(await listed(3, 3)).toEqual([])
    // Without steps; not made yet; from a later version than the newest one; deleted.
    expect(await listed(0, 4)).toBeUndefined()
    expect(await listed(2, 5)).toBeUndefined()
    expect(await listed(5, 4)).toBeUndefined()
    await changes.deleteExpired(AT + 1)
    expect(await listed(0, 3)).toBeUndefined()
    expect(await listed(2, 3)).toEqual([{ version: 3, steps: [] }])
  })
})
