import { describe, expect, test } from 'vitest'
import { onEveryDatabase } from './stores.ts'
import { addUser, listUsers } from './stores-data.ts'

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
})
