import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  createUserListStore,
  type UserFilter,
  type UserOrder,
} from '../../src/core/user/list/user-list.store.ts'
import { ALL_USERS } from '../../src/core/user/list/user-scope.ts'
import { createUserStore } from '../../src/core/user/user.store.ts'
import { openDatabase, type RootDatabase } from '../../src/platform/database/database.ts'
import { engineOf } from '../../src/platform/database/engines.ts'
import { GENEROUS_LIMITS, onEveryDatabase } from './stores.ts'
import { AT, addRole, addUser, listUsers } from './stores-data.ts'

const PAGE = { pageIndex: 1, pageSize: 100 }

async function dropTrigrams(database: RootDatabase, dialect: string): Promise<void> {
  if (dialect === 'postgres') await sql`drop index user_search_trigrams`.execute(database)
  if (dialect !== 'sqlite') return
  for (const change of ['inserted', 'deleted', 'updated'])
    await sql`drop trigger ${sql.ref(`user_search_${change}`)}`.execute(database)
  await sql`drop table user_search_trigrams`.execute(database)
}

onEveryDatabase((place) => {
  describe('searching users by the beginning of the name', () => {
    const names = [
      '50%',
      '50 percent',
      'a_b',
      'axb',
      'wow!',
      'back\\slash',
      'Ünal',
      'ÉMILE',
      '𝔘nicode',
      "o'neil",
    ]
    test.each([
      ['50%', ['50%']],
      ['A_', ['a_b']],
      ['WOW!', ['wow!']],
      ['back\\', ['back\\slash']],
      ["o'", ["o'neil"]],
      ['A_B', ['a_b']],
      ['0%', []],
      ['%', []],
      ['50', ['50%', '50 percent']],
      ['ünal', ['Ünal']],
      ['U\u0308NAL', ['Ünal']],
      ['émi', ['ÉMILE']],
      ['unicode', ['𝔘nicode']],
      ['emi', []],
      ['a%b', []],
      ['50 ', ['50 percent']],
    ])('%j', async (username, found) => {
      for (const name of names) await addUser(place.database, name)
      const { list, count } = await listUsers(place.database, { username })
      expect(list.map((user) => user.username)).toEqual(found)
      expect(count).toBe(found.length)
    })
  })

  test.runIf(place.dialect === 'postgres')(
    'a user of PostgreSQL who may not create the extension gets the tables without the index',
    async () => {
      const made = await place.fresh()
      const address = new URL(made.url)
      const role = `limited_${address.pathname.slice(1)}`
      const owner = await openDatabase(made.url, { migrate: false, limits: GENEROUS_LIMITS })
      await sql`create role ${sql.ref(role)} login password 'limited'`.execute(owner.database)
      try {
        await sql`grant create on schema public to ${sql.ref(role)}`.execute(owner.database)
        address.username = role
        address.password = 'limited'
        const { database, close } = await openDatabase(address.href, { limits: GENEROUS_LIMITS })
        const id = await addUser(database, 'joann')
        expect(await engineOf(database).sql.trigrams?.exists(database)).toBe(false)
        const { list } = await createUserListStore(database).search(ALL_USERS, 'oan', {}, undefined, PAGE)
        expect(list.map(({ userId }) => userId)).toEqual([id])
        await close()
      } finally {
        await sql`drop owned by ${sql.ref(role)}`.execute(owner.database)
        await sql`drop role ${sql.ref(role)}`.execute(owner.database)
        await owner.close()
        await made.drop()
      }
    },
  )

  describe('searching users by a part of the username, the name or the e-mail address', () => {
    const people: [username: string, nickName: string, email: string][] = [
      ['zoe', 'Zoë Ann Miller', 'zoe@example.org'],
      ['ann', '', ''],
      ['Anna', 'ÉMILE', 'a.b@example.org'],
      ['joann', '', 'J_x@example.org'],
      ['50%', '王小明', 'back\\slash@example.org'],
      ["o'neil", '𝔘nicode', 'wow!@example.net'],
    ]
    const search = (text: string, filter: UserFilter = {}, order?: UserOrder, page = PAGE) =>
      createUserListStore(place.database).search(ALL_USERS, text, filter, order, page)
    const namesOf = async (found: ReturnType<typeof search>) =>
      (await found).list.map((user) => user.username)
    async function addPeople() {
      const ids = new Map<string, number>()
      for (const [username, nickName, email] of people)
        ids.set(username, await addUser(place.database, username, { nickName, email }))
      return ids
    }

    test.each([
      // Those whose usernames begin with the text come first.
      ['ann', ['ann', 'Anna', 'joann', 'zoe']],
      ['ANN', ['ann', 'Anna', 'joann', 'zoe']],
      ['emile', ['Anna']],
      ['Émi', ['Anna']],
      ['小明', ['50%']],
      ['unicode', ["o'neil"]],
      ['@EXAMPLE.org', ['50%', 'Anna', 'joann', 'zoe']],
      ['_', ['joann']],
      ['%', ['50%']],
      ['!', ["o'neil"]],
      ['\\', ['50%']],
      ["'", ["o'neil"]],
      ['a.b', ['Anna']],
      ['annzoe', []],
      ['a\nb', []],
      ['\u0301', []],
      ['\0', []],
    ])('%j', async (text, found) => {
      await addPeople()
      expect(await namesOf(search(text))).toEqual(found)
    })

    test('with other filters, in every order, page by page', async () => {
      await addPeople()
      const roleId = await addRole(place.database, 'clerk')
      await addUser(place.database, 'annika', { roleId, status: '1' })
      expect(await namesOf(search('ann', { roleId }))).toEqual(['annika'])
      expect(await namesOf(search('ann', { status: '2', email: 'a.b@example.org' }))).toEqual(['Anna'])
      expect(await namesOf(search('ann', { status: '1' }))).toEqual(['annika'])
      const byName = ['ann', 'Anna', 'annika', 'joann', 'zoe']
      const byId = ['zoe', 'ann', 'Anna', 'joann', 'annika']
      expect(await namesOf(search('ann', {}, { by: 'username', descending: false }))).toEqual(byName)
      expect(await namesOf(search('ann', {}, { by: 'username', descending: true }))).toEqual(
        byName.toReversed(),
      )
      expect(await namesOf(search('ann', {}, { by: 'userId', descending: false }))).toEqual(byId)
      expect(await namesOf(search('ann', {}, { by: 'createdAt', descending: true }))).toEqual(
        byId.toReversed(),
      )
      const second = await search('ann', {}, undefined, { pageIndex: 2, pageSize: 2 })
      expect(second).toMatchObject({ count: 5, pageIndex: 2, pageSize: 2 })
      expect(second.list.map((user) => user.username)).toEqual(['annika', 'joann'])
    })

    test('finds a user by what is stored now', async () => {
      const ids = await addPeople()
      const users = createUserStore(place.database)
      const id = ids.get('joann') ?? 0
      await users.change(id, { nickName: 'Hanna' }, AT)
      expect(await namesOf(search('hanna'))).toEqual(['joann'])
      await users.change(id, { email: '', username: 'bertha' }, AT)
      expect(await namesOf(search('j_x'))).toEqual([])
      expect(await namesOf(search('hanna'))).toEqual(['bertha'])
      await users.remove(id)
      expect(await namesOf(search('hanna'))).toEqual([])
      const imported = { passwordHash: 'hash', roleId: 1, status: '2' as const }
      await users.insertMany(
        ['first', 'second'].map((username) => ({ ...imported, username, email: `${username}@import.test` })),
        AT,
      )
      expect(await namesOf(search('@import'))).toEqual(['first', 'second'])
    })

    test('finds the same with an index and without, after any changes of users', async () => {
      const made = await place.fresh()
      const { database, close } = await openDatabase(made.url, { limits: GENEROUS_LIMITS })
      try {
        const roleId = await addRole(database, 'searched')
        const users = createUserStore(database)
        const pieces = [
          'ann',
          'an',
          'na',
          'x',
          '王',
          '小明',
          'É',
          'é',
          '𝔘',
          '"',
          "'",
          '%',
          '_',
          '*',
          '-',
          ' ',
          'AND',
          '\\',
        ]
        const piece = () => pieces[Math.floor(Math.random() * pieces.length)] ?? ''
        const text = () => Array.from({ length: 1 + Math.floor(Math.random() * 5) }, piece).join('')
        const fields = () => ({ nickName: text(), email: text() })
        const ids: number[] = []
        for (let number = 0; number < 200; number++) {
          const one = { username: `${text()}${number}`, passwordHash: 'hash', roleId, status: '2' as const }
          ids.push(await users.insert({ ...one, ...fields() }, AT))
          const id = ids[Math.floor(Math.random() * ids.length)] ?? 0
          if (number % 3 === 0) await users.change(id, fields(), AT)
          if (number % 7 === 0) await users.remove(id)
        }
        const texts = Array.from({ length: 150 }, text)
        const found = async () => {
          const store = createUserListStore(database)
          const results: string[] = []
          for (const one of texts) {
            const { list, count } = await store.search(ALL_USERS, one, {}, undefined, PAGE)
            results.push(`${one}: ${count} ${list.map(({ userId }) => userId)}`)
          }
          return results
        }
        const { trigrams } = engineOf(database).sql
        expect(await trigrams?.exists(database)).toBe(place.dialect === 'mysql' ? undefined : true)
        const before = await found()
        await dropTrigrams(database, place.dialect)
        expect(await trigrams?.exists(database)).toBe(place.dialect === 'mysql' ? undefined : false)
        expect(await found()).toEqual(before)
        expect(before.filter((line) => !line.includes(': 0 ')).length).toBeGreaterThan(20)
      } finally {
        await close()
        await made.drop()
      }
    })

    test('in batches, over gaps between the ids, up to 10,000 users', async () => {
      await addPeople()
      const { database } = place
      await createUserStore(database).insertMany(
        Array.from({ length: 300 }, (_, i) => ({
          username: `crowd ${i}`,
          passwordHash: 'hash',
          roleId: 1,
          status: '2',
        })),
        AT,
      )
      // So many texts that there are several batches, with gaps in and between them.
      const digits = sql`(select 0 as d ${sql.join(
        [1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => sql`union all select ${sql.lit(digit)}`),
        sql` `,
      )})`
      const numbers = sql`
        (select a.d + 10 * b.d + 100 * c.d + 1000 * e.d as n
          from ${digits} as a, ${digits} as b, ${digits} as c, ${digits} as e) as numbers`
      await sql`
        insert into user_search (id, search_text)
        select 1000000 + n * 5, concat('ghost ', n) from ${numbers}`.execute(database)
      const last = await addUser(database, 'far away')
      await sql`delete from user_search where id = ${last}`.execute(database)
      await sql`update users set id = 9000000 where id = ${last}`.execute(database)
      await sql`insert into user_search (id, search_text) values (9000000, ${'far away\n\n'})`.execute(
        database,
      )
      expect(await namesOf(search('ar aw'))).toEqual(['far away'])
      expect(await search('rowd')).toMatchObject({ count: 300 })
      // The text of a user that another process is deleting: counted, but not listed.
      expect(await search('host')).toMatchObject({ count: 10_000, list: [] })
      expect(await search('o')).toMatchObject({ count: 10_000, countCapped: true })
    })
  })
})
