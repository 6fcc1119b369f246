import { expect, test } from 'vitest'
import { siblingProgram } from './program-file.ts'

test.each([
  ['file:///castle/src/login/asks.ts', 'file:///castle/src/login/worker.ts', true],
  ['file:///castle/dist/asks-1a2b.js', 'file:///castle/dist/worker.js', false],
])('asked for by %s it is %s', (from, entry, isSource) => {
  expect(siblingProgram(from, './worker')).toEqual({ entry: new URL(entry), isSource })
})
