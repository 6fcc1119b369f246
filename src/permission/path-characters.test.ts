import { expect, test } from 'vitest'
import { PLAIN_CHARACTER } from './path-characters.ts'

test('what a path may have unescaped: letters, digits, and no more than these', () => {
  const isPlain = new RegExp(`^${PLAIN_CHARACTER}$`)
  const characters = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code))
  expect(characters.filter((character) => isPlain.test(character)).join('')).toBe(
    "!$&'()*+,-.0123456789:=@ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~",
  )
})
