import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createLoginLogStore } from '../../src/core/login-log/login-log.store.ts'
import { createPolicyStore } from '../../src/core/permission/policy.store.ts'
import { ALL_USERS } from '../../src/core/user/list/user-scope.ts'
import { createChangeStore } from '../../src/platform/cluster/change-feed/change.store.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { isUniqueViolation } from '../../src/platform/database/database-error.ts'
import { inTransaction } from '../../src/platform/database/query/transaction.ts'
import { onEveryDatabase } from './stores.ts'
import { AT, addUser, listUsers, logEntry } from './stores-data.ts'

/** As many as there are connections: one more would wait for one, and be refused where that takes long. */
const WRITERS = 10
const PAGE = { pageIndex: 1, pageSize: 1000 }

onEveryDatabase((place) => {
  describe('concurrent writers', () => {
    test('each gets its own id', async () => {
      const ids = await atOnce((index) => addUser(place.database, `user ${index}`))
      expect(new Set(ids).size).toBe(WRITERS)
      expect((await listUsers(place.database)).count).toBe(WRITERS)
    })

    test('with the same name: one succeeds, for the others the name is taken', async () => {
      const outcomes = await atOnce((index) =>
        addUser(place.database, index % 2 === 0 ? 'alice' : 'Alice').then(() => 'added', isUniqueViolation),
      )
      expect(outcomes.toSorted()).toEqual([...Array(WRITERS - 1).fill(true), 'added'].toSorted())
    })

    test('with the same rules and log entries: each is stored once, and none fails', async () => {
      const paths = Array.from({ length: 30 }, (_, index) => `/${index}`)
      const rules = paths.map((path) => ({ roleKey: 'ops', path, method: 'GET' }))
      const entries = paths.map((path) => logEntry(path))
      const added = await atOnce(async (index) => {
        const shifted = [...rules.slice(index), ...rules.slice(0, index)]
        const result = await inTransaction(place.database, (transaction) =>
          createPolicyStore(transaction).insert(shifted),
        )
        await createLoginLogStore(place.database).insertMany(entries.toReversed())
        return result
      })
      expect(added.reduce((sum, count) => sum + count, 0)).toBe(rules.length)
      expect(await createPolicyStore(place.database).all()).toHaveLength(rules.length)
      expect((await createLoginLogStore(place.database).page(ALL_USERS, {}, PAGE)).count).toBe(entries.length)
    })
  })

  test('versions are committed in order, so a reader misses none', async () => {
    const changes = createChangeStore(place.database)
    const seen: number[] = []
    let writing = true
    const follower = async () => {
      while (writing || (seen.at(-1) ?? 0) < (await changes.latestVersion())) {
        const version = seen.at(-1) ?? 0
        const since = await changes.kindsSince(version)
        expect(since.complete).toBe(true)
        seen.push(...(await versionsBetween(place.database, version, since.version)))
        await sleep(1)
      }
    }
    const writers = atOnce((index) =>
      inTransaction(place.database, async (transaction) => {
        await sleep((index * 7) % 10)
        const version = await createChangeStore(transaction).append(
          [{ kind: 'policy' }, { kind: 'revocation' }],
          AT,
        )
        await sleep((index * 3) % 5)
        return version
      }),
    )
    const stop = () => {
      writing = false
    }
    const [versions] = await Promise.all([writers.finally(stop), follower()])
    const all = Array.from({ length: WRITERS * 2 }, (_, index) => index + 1)
    expect(versions.toSorted((a, b) => a - b)).toEqual(all.filter((version) => version % 2 === 0))
    expect(seen).toEqual(all)
  })
})

function atOnce<T>(work: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: WRITERS }, (_, index) => work(index)))
}

async function versionsBetween(database: Database, after: number, upTo: number): Promise<number[]> {
  const rows = await database
    .selectFrom('changes')
    .select('version')
    .where('version', '>', after)
    .where('version', '<=', upTo)
    .orderBy('version')
    .execute()
  return rows.map((row) => row.version)
}
