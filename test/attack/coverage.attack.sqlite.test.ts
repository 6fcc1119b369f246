import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** T: tokens. C: carriers. L: login. A: access. P: protocol. Missing numbers were never assigned. */
const CASES = {
  T: [1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 16, 19, 21, 22],
  C: [2, 4, 5, 7],
  L: [1, 2, 7, 8, 10, 11, 12, 15, 17, 18, 20, 21, 22, 23, 25, 26, 27, 28, 29, 30, 32],
  A: [1, 3, 4, 5, 8, 9, 10, 12, 14, 15, 17, 18, 20],
  P: [1, 2, 3, 4],
} as const

test('every attack case has a test with its identifier', () => {
  const texts = readdirSync(import.meta.dirname)
    .filter((name) => name.includes('.attack.'))
    .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
  const named = new Set(
    texts.flatMap((text) => [...text.matchAll(/['`]([TCLAP]\d\d) /g)].map(([, id]) => id)),
  )
  const cases = Object.entries(CASES).flatMap(([letter, numbers]) =>
    numbers.map((number) => letter + String(number).padStart(2, '0')),
  )
  expect(cases).toHaveLength(56)
  expect(cases.filter((id) => !named.has(id))).toEqual([])
})
