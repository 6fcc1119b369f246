import { expect, test } from 'vitest'
import { PLAIN_CHARACTER } from './path-characters.ts'

test('the unescaped characters of a path', () => {
  const isPlain = new RegExp(`^${PLAIN_CHARACTER}$`)
  const characters = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code))
  expect(characters.filter((character) => isPlain.test(character)).join('')).toBe(
    "!$&'()*+,-.0123456789:=@ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~",
  )
})
