import { expect, test } from 'vitest'
import { bearerOf, isBearer, tokenOf } from './bearer.ts'

test('a token and the header that carries it are made of each other', () => {
  expect(bearerOf('a.b.c')).toBe('Bearer a.b.c')
  expect(tokenOf(bearerOf('a.b.c'))).toBe('a.b.c')
})

test.each([
  ['Bearer a.b.c', true],
  ['Bearer a b', true],
  ['Bearer \ta', true],
  ['Bearer  a.b.c', false],
  ['bearer a.b.c', false],
  ['BEARER a.b.c', false],
  ['Bearer\ta.b.c', false],
  ['Bearer', false],
  [' Bearer a.b.c', false],
  ['Basic YTpi', false],
  ['', false],
])('%j is as we would write it: %s', (header, expected) => {
  expect(isBearer(header)).toBe(expected)
})
