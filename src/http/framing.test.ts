import { expect, test } from 'vitest'
import { SINGLE, singleOfLength } from './framing.ts'

test('each header that must be single is found by its length', () => {
  expect(SINGLE.map((name) => singleOfLength[name.length])).toEqual([...SINGLE])
})
