import { expect, test } from 'vitest'
import { readDatabaseUrl } from './database-url.ts'

test.each([
  ['sqlite:data/castellan.db', 'data/castellan.db'],
  ['sqlite:/var/lib/castellan.db', '/var/lib/castellan.db'],
  ['sqlite:///var/lib/castellan.db', '/var/lib/castellan.db'],
  ['sqlite://data/castellan.db', 'data/castellan.db'],
  ['sqlite:C:\\data\\castellan.db', 'C:\\data\\castellan.db'],
  ['sqlite::memory:', ':memory:'],
  ['sqlite://:memory:', ':memory:'],
])('%s', (url, path) => {
  expect(readDatabaseUrl(url)).toEqual({ value: { dialect: 'sqlite', path } })
})

test.each([
  ['postgres://localhost/x', 'only sqlite:PATH is supported'],
  ['data/castellan.db', 'only sqlite:PATH is supported'],
  ['SQLITE:x.db', 'only sqlite:PATH is supported'],
  ['sqlite:', 'names no file'],
  ['sqlite:///', 'names no file'],
  ['sqlite:data/', 'names no file'],
  ['sqlite:x.db?mode=ro', 'must not carry options'],
  ['sqlite:x\n.db', 'control characters'],
])('%j is refused', (url, problem) => {
  expect(readDatabaseUrl(url)).toEqual({ problem: expect.stringContaining(problem) })
})
