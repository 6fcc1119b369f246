import { inspect } from 'node:util'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createLoginLogStore } from '../../src/core/login-log/login-log.store.ts'
import { createPolicyStore } from '../../src/core/permission/policy.store.ts'
import { createRoleStore } from '../../src/core/role/role.store.ts'
import { createAccountStore } from '../../src/core/user/account.store.ts'
import { ALL_USERS } from '../../src/core/user/list/user-scope.ts'
import { createUserStore } from '../../src/core/user/user.store.ts'
import { createNodeStore } from '../../src/platform/cluster/nodes/node.store.ts'
import { onEveryDatabase } from './stores.ts'
import { AT, addRole, addUser, isNameTaken, listUsers, logEntry } from './stores-data.ts'

const COMPOSED = 'Ren\u00e9'
const DECOMPOSED = 'Rene\u0301'
const EVERYTHING = `日本語 ${COMPOSED} ${DECOMPOSED} 👩‍👩‍👧‍👦 𝔘𝔫𝔦 عربى 'quoted' "twice" back\\slash \`tick\` %_! $1 ? :x`

const PAGE = { pageIndex: 1, pageSize: 100 }

onEveryDatabase((place) => {
  test('an error does not contain the value that could not be stored', async () => {
    const row = { id: 'nobody-s-business', failures: null, blocked_until: 1, succeeded_at: 1, updated_at: 1 }
    const columns = Object.keys(row).map((name) => sql.ref(name))
    const insert = sql`insert into login_attempts (${sql.join(columns)}) values (${sql.join(Object.values(row))})`
    const error: unknown = await insert.execute(place.database).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(inspect(error, { depth: 5, showHidden: true })).toContain('failures')
    expect(inspect(error, { depth: 5, showHidden: true })).not.toContain('nobody-s-business')
  })

  describe('texts are stored unchanged', () => {
    test('with any Unicode characters and punctuation', async () => {
      const users = createUserStore(place.database)
      const id = await addUser(place.database, EVERYTHING.slice(0, 50), { remark: EVERYTHING, email: '👻' })
      const user = await users.find(id)
      expect(user).toMatchObject({ username: EVERYTHING.slice(0, 50), remark: EVERYTHING, email: '👻' })
    })

    test('with leading and trailing white space, and empty', async () => {
      const spaces = ['', ' ', '  ', ' x', 'x ', 'x\t', 'x\u00a0', 'x\u3000', '\r\n']
      const log = createLoginLogStore(place.database)
      await log.insertMany(spaces.map((username, index) => logEntry(`${index}`, { username })))
      const { list } = await log.page(ALL_USERS, {}, PAGE)
      expect(list.map((entry) => entry.username).toReversed()).toEqual(spaces)
    })
  })

  describe('texts equal only themselves', () => {
    // Pairs that one database or another takes for the same by default.
    const pairs: readonly (readonly [string, string])[] = [
      ['ops', 'Ops'],
      ['ops', 'ops '],
      ['ops', 'ops\t'],
      ['ops\u00e9', 'opse\u0301'],
      ['ops\u00e9', 'opse'],
      ['ops-ß', 'ops-ss'],
      ['ops-😀', 'ops-😁'],
      ['ops-Ａ', 'ops-A'],
      ['0', '00'],
    ]
    test.each(pairs)('the role keys %j and %j', async (one, other) => {
      const roles = createRoleStore(place.database)
      await addRole(place.database, one)
      expect(await roles.findByKey(other)).toBeUndefined()
      await addRole(place.database, other)
      expect((await roles.findByKey(one))?.roleKey).toBe(one)
      expect((await roles.findByKey(other))?.roleKey).toBe(other)
    })

    test.each(pairs)('the rules for %j and %j', async (one, other) => {
      const policy = createPolicyStore(place.database)
      const rules = [one, other].map((roleKey) => ({ roleKey, path: '/x', method: 'GET' }))
      expect(await policy.insert(rules)).toBe(2)
      expect(await policy.listByRole(one)).toEqual([rules[0]])
      expect(await policy.remove(rules.slice(1))).toBe(1)
      expect(await policy.all()).toEqual([rules[0]])
    })

    test('login needs the exact name, and an equivalent name is already taken', async () => {
      const users = createUserStore(place.database)
      const accounts = createAccountStore(place.database)
      const id = await addUser(place.database, COMPOSED)
      expect((await accounts.findByName(COMPOSED))?.userId).toBe(id)
      for (const other of [DECOMPOSED, 'RENÉ', `${COMPOSED} `, 'Ｒené', 'Rene']) {
        expect(await accounts.findByName(other), other).toBeUndefined()
        expect(await users.findByName(other), other).toBeUndefined()
      }
      for (const same of [DECOMPOSED, 'RENÉ', 'Ｒené'])
        expect(await isNameTaken(place.database, same), same).toBe(true)
      for (const other of [`${COMPOSED} `, 'Rene'])
        expect(await isNameTaken(place.database, other), other).toBe(false)
    })

    test('filters of the login log', async () => {
      const log = createLoginLogStore(place.database)
      await log.insertMany(['bob', 'Bob', 'bob '].map((username) => logEntry(username, { username })))
      for (const username of ['bob', 'Bob', 'bob ']) {
        const { list, count } = await log.page(ALL_USERS, { username }, PAGE)
        expect([count, ...list.map((entry) => entry.username)]).toEqual([1, username])
      }
    })
  })

  test('two long rules that differ only at the end', async () => {
    const policy = createPolicyStore(place.database)
    const rules = ['a', 'b'].map((end) => ({
      roleKey: 'ops',
      path: `/${'x'.repeat(1022)}${end}`,
      method: 'GET',
    }))
    expect(await policy.insert(rules)).toBe(2)
    expect(await policy.insert(rules)).toBe(0)
    expect(await policy.all()).toEqual(rules)
  })

  test('a text that is too long is refused, not truncated', async () => {
    await expect(addUser(place.database, 'x'.repeat(65))).rejects.toThrow()
    await expect(addRole(place.database, '😀'.repeat(65))).rejects.toThrow()
    await addRole(place.database, '😀'.repeat(64))
    const log = createLoginLogStore(place.database)
    await expect(
      log.insertMany([logEntry('1'), logEntry('2', { remark: 'x'.repeat(1025) })]),
    ).rejects.toThrow()
    expect((await log.page(ALL_USERS, {}, PAGE)).count).toBe(0)
  })

  test('a text that one database cannot store is refused by all', async () => {
    await addUser(place.database, 'admin')
    for (const text of ['admin\0', 'admin\0x', '\0', '\ud83d', 'admin\udc00']) {
      expect(await createAccountStore(place.database).findByName(text)).toBeUndefined()
      expect(await createUserStore(place.database).findByName(text)).toBeUndefined()
      expect(await isNameTaken(place.database, text)).toBe(false)
      expect((await listUsers(place.database, { username: text })).count).toBe(0)
      expect(
        (await createLoginLogStore(place.database).page(ALL_USERS, { username: text }, PAGE)).count,
      ).toBe(0)
      expect(await createRoleStore(place.database).findByKey(text)).toBeUndefined()
      expect(await createPolicyStore(place.database).listByRole(text)).toEqual([])
      await expect(addRole(place.database, text)).rejects.toThrow('cannot be stored')
    }
  })

  test('names are sorted by bytes', async () => {
    const nodes = createNodeStore(place.database)
    const sorted = ['', 'A', 'B', 'a', 'a b', 'ab', 'b', 'É', 'é', '日', '😀']
    for (const name of sorted.toReversed()) {
      await nodes.saveHeartbeat({
        id: `id of ${name}`,
        name,
        startedAt: AT,
        seenAt: AT,
        version: 0,
        keys: '',
      })
    }
    expect((await nodes.seenSince(AT)).map((node) => node.name)).toEqual(sorted)
  })
})
