import { expect, test } from 'vitest'
import { formats } from './formats.ts'

test.each(['1', '7', '9007199254740991'])('%s is an id', (text) => {
  expect(formats.id.test(text)).toBe(true)
})

test.each([
  '',
  '0',
  '-1',
  '01',
  '1.0',
  '1e3',
  ' 1',
  '9007199254740992',
  '9999999999999999',
  '99999999999999999',
])('"%s" is not an id', (text) => {
  expect(formats.id.test(text)).toBe(false)
  expect(formats['id-or-empty'].test(text)).toBe(text === '')
})
