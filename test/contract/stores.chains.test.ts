import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createLoginLogStore } from '../../src/core/login-log/login-log.store.ts'
import { createLoginLogRemovalStore } from '../../src/core/login-log/login-log-removal.store.ts'
import { ALL_USERS } from '../../src/core/user/list/user-scope.ts'
import type { RootDatabase } from '../../src/platform/database/database.ts'
import { onEveryDatabase } from './stores.ts'
import { AT, logEntry } from './stores-data.ts'
import { administrationOf, anotherNode, OPERATOR, verifiedLoginLog } from './stores-operators.ts'

const DAY = 24 * 60 * 60 * 1000
const PAGE = { pageIndex: 1, pageSize: 200 }

onEveryDatabase((place) => {
  test('concurrent writers on two nodes store duplicates once, and the log is intact', async () => {
    const nodes = [place.database, await anotherNode(place)]
    const writers = Array.from({ length: 10 }, (_, index) => index)
    await Promise.all(
      writers.map((index) => write(nodes[index % 2] ?? place.database, keys(index * 10, index * 10 + 20))),
    )
    expect(await positions()).toEqual(keys(1, 111).map(Number))
    expect(await verifiedLoginLog(place.database)).toMatchObject({ intact: true, verified: 110 })
  })

  test('a failed writer leaves no entry and no gap', async () => {
    await write(place.database, ['before'])
    const many = keys(0, 600).map((key) => logEntry(key))
    const tooLong = logEntry('too long', { username: 'x'.repeat(300) })
    await expect(createLoginLogStore(place.database).insertMany([...many, tooLong])).rejects.toThrow()
    await write(place.database, ['after'])
    expect(await positions()).toEqual([1, 2])
    expect(await verifiedLoginLog(place.database)).toMatchObject({ intact: true, verified: 2 })
  })

  describe('a deletion', () => {
    test('by an operator leaves the position, and the count is right', async () => {
      await write(place.database, keys(0, 10))
      const ids = await idsAt([1, 5, 10])
      const { loginLogAdministration } = administrationOf(place.database)
      await loginLogAdministration.remove(OPERATOR, ids)
      expect(await positions()).toEqual([2, 3, 4, 6, 7, 8, 9])
      const { list, count } = await createLoginLogStore(place.database).page(ALL_USERS, {}, PAGE)
      expect([list.length, count]).toEqual([7, 7])
      expect(await verifiedLoginLog(place.database)).toMatchObject({ intact: true, verified: 7, removed: 3 })
    })

    test('by retention moves the beginning, also over positions that operators have deleted', async () => {
      await write(place.database, keys(0, 4), AT)
      await write(place.database, keys(4, 8), AT + 10 * DAY)
      const { loginLogAdministration } = administrationOf(place.database, () => AT + 11 * DAY)
      await loginLogAdministration.remove(OPERATOR, await idsAt([2, 4, 6]))
      expect(await loginLogAdministration.deleteOlderThan(5)).toBe(4)
      expect(await loginLogAdministration.deleteOlderThan(5)).toBe(0)
      expect(await positions()).toEqual([5, 7, 8])
      expect((await createLoginLogStore(place.database).page(ALL_USERS, {}, PAGE)).count).toBe(3)
      expect(await verifiedLoginLog(place.database)).toMatchObject({ intact: true, verified: 3, removed: 1 })
      // All of it, and then the log goes on where it was.
      expect(await loginLogAdministration.deleteOlderThan(0)).toBe(4)
      await write(place.database, ['next'])
      expect(await positions()).toEqual([9])
      expect(await verifiedLoginLog(place.database)).toMatchObject({ intact: true, verified: 1, removed: 0 })
    })

    test('by retention runs in batches, also over a row that is missing', async () => {
      await write(place.database, keys(0, 10), AT)
      await place.database.deleteFrom('login_log').where('position', '=', 4).execute()
      const drop = async () => {
        const dropped = place.database
          .transaction()
          .execute((transaction) => createLoginLogRemovalStore(transaction).deleteOldest(AT + 1, 4))
        return (await dropped).count
      }
      expect([await drop(), await drop(), await drop(), await drop()]).toEqual([3, 4, 3, 0])
      expect(await positions()).toEqual([])
    })
  })

  test('verification finds nothing wrong during concurrent writes, deletions and retention', async () => {
    const other = await anotherNode(place)
    const { loginLogAdministration } = administrationOf(other, () => AT + 11 * DAY)
    await write(place.database, keys(0, 1500), AT)
    let isUsed = true
    const use = async () => {
      for (let round = 1; round <= 6; round++) {
        await write(other, keys(round * 1000 + 1000, round * 1000 + 1250), AT + round * DAY)
        const next = (await createLoginLogStore(other).page(ALL_USERS, {}, PAGE)).list.map(({ id }) => id)
        await loginLogAdministration.remove(OPERATOR, next.slice(0, 20))
        await loginLogAdministration.deleteOlderThan(12 - round)
      }
    }
    const using = use().finally(() => {
      isUsed = false
    })
    do {
      // An embedded database answers without leaving the turn; the others need theirs.
      await nextTurn()
      expect((await verifiedLoginLog(place.database)).findings).toEqual([])
    } while (isUsed)
    await using
    expect(await verifiedLoginLog(place.database)).toMatchObject({ intact: true })
  })

  async function positions(): Promise<number[]> {
    const rows = await place.database.selectFrom('login_log').select('position').orderBy('position').execute()
    return rows.map(({ position }) => position)
  }

  async function idsAt(wanted: number[]): Promise<number[]> {
    const query = place.database.selectFrom('login_log').select('id').where('position', 'in', wanted)
    return (await query.execute()).map(({ id }) => id)
  }
})

function write(database: RootDatabase, all: readonly string[], at = AT): Promise<void> {
  const loginTime = new Date(at).toISOString()
  return createLoginLogStore(database).insertMany(all.map((key) => logEntry(key, { loginTime })))
}

function keys(from: number, to: number): string[] {
  return Array.from({ length: to - from }, (_, index) => String(from + index))
}
