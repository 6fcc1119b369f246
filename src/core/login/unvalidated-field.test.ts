import { expect, test } from 'vitest'
import { fieldOf, textOf } from './unvalidated-field.ts'

test('only own members are read, of whatever type', () => {
  const body: unknown = JSON.parse('{"name":"alice","list":["a"],"__proto__":"own","nothing":null}')
  expect(['name', 'list', '__proto__', 'nothing'].map((name) => fieldOf(body, name))).toEqual([
    'alice',
    ['a'],
    'own',
    null,
  ])
  for (const name of ['toString', 'constructor', 'missing']) expect(fieldOf(body, name)).toBe('')
})

test.each([undefined, null, 'a text', 7, true])('%j has no members', (body) => {
  expect(fieldOf(body, 'length')).toBe('')
})

test.each([['a'], { name: 'a' }, 7, true, null])('a member %j is not a text', (name) => {
  expect(textOf({ name }, 'name')).toBe('')
})
