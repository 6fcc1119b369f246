import { expect, test } from 'vitest'
import { BEGINNING, nextLink } from './link.ts'

test('the hash of a link does not change, so that logs of earlier versions verify', () => {
  const first = nextLink(BEGINNING, ['alice', 1767225600000])
  expect(first).toEqual({
    position: 1,
    hash: '2340f0f26f3844fe5d8bb0efd80f8d6613b12717137e5ac3773c0543cceb7275',
  })
  expect(nextLink(first, ['bob', 0, ''])).toEqual({
    position: 2,
    hash: 'c3cd99687f0b709c24ea77862d050b85055c66dc38fa08c40688ce130523cbc2',
  })
})

test.each([
  ['another field', BEGINNING, ['alice', 2]],
  ['fields that are divided differently', BEGINNING, ['alic', 'e', 1]],
  ['a number that has become a text', BEGINNING, ['alice', '1']],
  ['an empty field more', BEGINNING, ['alice', 1, '']],
  ['the other order', BEGINNING, [1, 'alice']],
  ['another position', { position: 1, hash: '' }, ['alice', 1]],
  ['another entry before it', { position: 0, hash: 'x' }, ['alice', 1]],
  ['a quote and a comma in a field', BEGINNING, ['alice",1', '']],
])('%s gives another hash', (_, previous, fields) => {
  expect(nextLink(previous, fields).hash).not.toBe(nextLink(BEGINNING, ['alice', 1]).hash)
})
