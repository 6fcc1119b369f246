import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createUserStore } from '../../src/accounts/user/user.store.ts'
import {
  createUserListStore,
  type UserFilter,
  type UserOrder,
} from '../../src/accounts/user/user-list.store.ts'
import { onEveryDatabase } from './stores.ts'
import { AT, addRole, addUser, listUsers } from './stores-data.ts'

const PAGE = { pageIndex: 1, pageSize: 100 }

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
      createUserListStore(place.database).search(text, filter, order, page)
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
