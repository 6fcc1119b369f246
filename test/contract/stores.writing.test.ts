import { describe, expect, test } from 'vitest'
import { createLoginLogStore } from '../../src/core/login-log/login-log.store.ts'
import { createPolicyStore } from '../../src/core/permission/policy.store.ts'
import { createRoleStore } from '../../src/core/role/role.store.ts'
import { createSessionStore } from '../../src/core/session/session.store.ts'
import { ALL_USERS } from '../../src/core/user/list/user-scope.ts'
import { DISABLED } from '../../src/core/user/status.ts'
import { createUserStore } from '../../src/core/user/user.store.ts'
import { isUnavailable, isUniqueViolation } from '../../src/platform/database/database-error.ts'
import type { PageRequest } from '../../src/platform/database/query/page.ts'
import { inTransaction } from '../../src/platform/database/query/transaction.ts'
import { onEveryDatabase } from './stores.ts'
import { AT, addRole, addUser, listUsers, logEntry, sessionOf } from './stores-data.ts'

onEveryDatabase((place) => {
  describe('a key that is taken', () => {
    test('is distinguished from all other errors', async () => {
      await addUser(place.database, 'alice')
      const again = await failureOf(addUser(place.database, 'ALICE'))
      expect({ unique: isUniqueViolation(again), unavailable: isUnavailable(again) }).toEqual({
        unique: true,
        unavailable: false,
      })
      const rule = { role_key: 'ops', path: '/x', method: 'GET' }
      await place.database.insertInto('policy_rules').values(rule).execute()
      const insert = place.database.insertInto('policy_rules').values(rule).execute()
      expect(isUniqueViolation(await failureOf(insert))).toBe(true)
      const noSuchRole = await failureOf(addUser(place.database, 'bob', { roleId: 999_999 }))
      expect({ unique: isUniqueViolation(noSuchRole), unavailable: isUnavailable(noSuchRole) }).toEqual({
        unique: false,
        unavailable: false,
      })
    })

    test('rolls back the whole transaction', async () => {
      await addUser(place.database, 'alice')
      const failure = await failureOf(
        inTransaction(place.database, async (transaction) => {
          await addRole(transaction, 'ops')
          await addUser(transaction, 'alice')
        }),
      )
      expect(isUniqueViolation(failure)).toBe(true)
      expect(await createRoleStore(place.database).findByKey('ops')).toBeUndefined()
    })
  })

  describe('a transaction', () => {
    test('that fails is rolled back and rejects with its own error', async () => {
      const work = inTransaction(place.database, async (transaction) => {
        const id = await addUser(transaction, 'alice')
        await createPolicyStore(transaction).insert([{ roleKey: 'admin', path: '/x', method: 'GET' }])
        await createUserStore(transaction).change(id, { status: DISABLED }, 1)
        throw new Error('half way')
      })
      await expect(work).rejects.toThrow('half way')
      expect(await createUserStore(place.database).findByName('alice')).toBeUndefined()
      expect(await createPolicyStore(place.database).all()).toEqual([])
    })

    test('inside a transaction joins it', async () => {
      const work = inTransaction(place.database, async (transaction) => {
        await inTransaction(transaction, (inner) => addUser(inner, 'alice'))
        throw new Error('half way')
      })
      await expect(work).rejects.toThrow('half way')
      expect(await createUserStore(place.database).findByName('alice')).toBeUndefined()
    })
  })

  test('a thousand log entries that are stored twice are a thousand rows', async () => {
    const log = createLoginLogStore(place.database)
    const entries = Array.from({ length: 1000 }, (_, index) => logEntry(`key ${index}`, { msg: `${index}` }))
    await log.insertMany(entries.slice(300, 700))
    await log.insertMany(entries)
    await log.insertMany(entries.map((entry) => ({ ...entry, msg: 'another one of the same key' })))
    const { count, list } = await log.page(ALL_USERS, {}, { pageIndex: 1, pageSize: 1000 })
    expect(count).toBe(1000)
    expect(new Set(list.map((entry) => entry.msg))).toEqual(new Set(entries.map((entry) => entry.msg)))
    const id = list[0]?.id ?? 0
    expect(await log.find(ALL_USERS, id)).toEqual(list[0])
  })

  describe('pages', () => {
    test('of users ascend by id, of the log descend, and together they are complete', async () => {
      const names = Array.from({ length: 7 }, (_, index) => `user ${7 - index}`)
      for (const name of names) await addUser(place.database, name)
      const users = {
        page: (_scope: object, _filter: object, page: PageRequest) => listUsers(place.database, {}, page),
      }
      const log = createLoginLogStore(place.database)
      await log.insertMany(names.map((username) => logEntry(username, { username })))
      for (const [list, expected] of [
        [users, names],
        [log, names.toReversed()],
      ] as const) {
        const found: string[] = []
        for (const pageIndex of [1, 2, 3, 4]) {
          const page = await list.page(ALL_USERS, {}, { pageIndex, pageSize: 3 })
          expect({ count: page.count, pageIndex: page.pageIndex }).toEqual({ count: 7, pageIndex })
          found.push(...page.list.map((one) => one.username))
        }
        expect(found).toEqual(expected)
      }
    })

    test('skip an offset; lists by time can begin with the oldest entry', async () => {
      const names = ['one', 'two', 'three', 'four', 'five']
      const log = createLoginLogStore(place.database)
      // Two entries of the same time are sorted by id.
      const times = [AT, AT + 1, AT + 1, AT + 2, AT + 3]
      await log.insertMany(
        names.map((username, i) =>
          logEntry(username, { username, loginTime: new Date(times[i] ?? AT).toISOString() }),
        ),
      )
      const request = { pageIndex: 1, pageSize: 2, offset: 1 }
      const namesOf = ({ list }: { list: readonly { username: string }[] }) => list.map((one) => one.username)
      expect(namesOf(await log.page(ALL_USERS, {}, request))).toEqual(['four', 'three'])
      const oldest = await log.page(ALL_USERS, {}, request, 'oldest-first')
      expect(namesOf(oldest)).toEqual(['two', 'three'])
      const rest = { pageIndex: 1, pageSize: 9, after: oldest.next ?? '' }
      expect(namesOf(await log.page(ALL_USERS, {}, rest, 'oldest-first'))).toEqual(['four', 'five'])

      const sessions = createSessionStore(place.database)
      const userId = await addUser(place.database, 'alice')
      const ids: number[] = []
      for (const nonce of names) ids.push(await sessions.insert(sessionOf(userId, { nonce })))
      const idsOf = ({ list }: { list: readonly { sessionId: number }[] }) => list.map((one) => one.sessionId)
      expect(idsOf(await sessions.page(ALL_USERS, {}, request, AT))).toEqual([ids[3], ids[2]])
      expect(idsOf(await sessions.page(ALL_USERS, {}, request, AT, 'oldest-first'))).toEqual([ids[1], ids[2]])
    })

    test('of the policy are sorted by role, path or method', async () => {
      const policy = createPolicyStore(place.database)
      const [first, second, third] = [
        { roleKey: 'a', path: '/2', method: 'PUT' },
        { roleKey: 'a', path: '/3', method: 'GET' },
        { roleKey: 'b', path: '/1', method: 'GET' },
      ]
      await policy.insert([third, first, second])
      const page = { pageIndex: 1, pageSize: 9 }
      const sorted = async (by: 'roleKey' | 'path' | 'method', descending = false) =>
        (await policy.page({}, page, { by, descending })).list
      expect((await policy.page({}, page)).list).toEqual([first, second, third])
      expect(await sorted('roleKey', true)).toEqual([third, second, first])
      expect(await sorted('path')).toEqual([third, first, second])
      expect(await sorted('method')).toEqual([second, third, first])
    })

    test('with a filter have the filtered count', async () => {
      for (const name of ['amy', 'ann', 'bob']) await addUser(place.database, name)
      await addUser(place.database, 'anton', { status: DISABLED })
      const { count, list } = await listUsers(
        place.database,
        { username: 'an', status: '2' },
        { pageIndex: 1, pageSize: 1 },
      )
      expect([count, ...list.map((user) => user.username)]).toEqual([1, 'ann'])
    })
  })
})

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  )
}
