// Runs alone: it looks at which modules are loaded.
import { createRequire } from 'node:module'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from './database.ts'

test('an embedded database loads no driver of a server', async () => {
  const { close } = await openDatabase('sqlite::memory:')
  onTestFinished(close)
  const loaded = Object.keys(createRequire(import.meta.url).cache)
  expect(loaded.filter((path) => /node_modules.(?:pg|mysql2)\b/.test(path))).toEqual([])
})
