import { expect, test } from 'vitest'
import { siblingProgram } from './program-file.ts'

test.each([
  ['file:///package/src/login/caller.ts', 'file:///package/src/login/worker.ts', true],
  ['file:///package/dist/caller-1a2b.js', 'file:///package/dist/worker.js', false],
])('the program of %s is %s', (from, entry, isSource) => {
  expect(siblingProgram(from, './worker')).toEqual({ entry: new URL(entry), isSource })
})
