import { describe, expect, test } from 'vitest'
import { createUserStore } from '../../src/user/user.store.ts'
import { onEveryDatabase } from './stores.ts'
import { addUser } from './stores-data.ts'

const PAGE = { pageIndex: 1, pageSize: 100 }

onEveryDatabase((place) => {
  describe('searching users by a part of the name', () => {
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
      ['%', ['50%']],
      ['_', ['a_b']],
      ['!', ['wow!']],
      ['\\', ['back\\slash']],
      ["'", ["o'neil"]],
      ['A_B', ['a_b']],
      ['0%', ['50%']],
      ['ünal', ['Ünal']],
      ['U\u0308NAL', ['Ünal']],
      ['émi', ['ÉMILE']],
      ['unicode', ['𝔘nicode']],
      ['emi', []],
      ['a%b', []],
      [' ', ['50 percent']],
      ['50 ', ['50 percent']],
    ])('%j', async (username, found) => {
      for (const name of names) await addUser(place.database, name)
      const { list, count } = await createUserStore(place.database).page({ username }, PAGE)
      expect(list.map((user) => user.username)).toEqual(found)
      expect(count).toBe(found.length)
    })
  })
})
