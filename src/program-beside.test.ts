import { expect, test } from 'vitest'
import { programBeside } from './program-beside.ts'

test.each([
  ['file:///castle/src/login/asks.ts', 'file:///castle/src/login/worker.ts', true],
  ['file:///castle/dist/asks-1a2b.js', 'file:///castle/dist/worker.js', false],
])('asked for by %s it is %s', (from, entry, isSource) => {
  expect(programBeside(from, './worker')).toEqual({ entry: new URL(entry), isSource })
})
