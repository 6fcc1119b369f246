import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
// @ts-expect-error: a plain script without types
import { REASONS } from '../scripts/mutation-reasons.mjs'

test('every reason why a mutant may survive is about code that is there', () => {
  const stale = (REASONS as readonly { file: string; code: string }[]).filter(
    ({ file, code }) => !readFileSync(new URL(`../src/${file}`, import.meta.url), 'utf8').includes(code),
  )
  expect(stale.map(({ file, code }) => `${file}: ${code}`)).toEqual([])
})
