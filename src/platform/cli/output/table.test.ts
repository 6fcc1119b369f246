import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tableOf } from './table.ts'

const ROWS = [
  { id: 1, name: 'alice', status: 'enabled', note: 'works at night and on Sundays, in the archive' },
  { id: 20, name: '王小明', status: 'disabled', note: 'café\x1b[31m' },
]
const COLUMNS = { id: 'ID', name: 'NAME', status: 'STATUS', note: 'NOTE' }

beforeEach(() => {
  vi.stubEnv('NO_COLOR', '')
  vi.stubEnv('TERM', 'xterm')
})
afterEach(() => vi.unstubAllEnvs())

test('in a pipe, every cell is complete and nothing is coloured', () => {
  expect(tableOf(ROWS, COLUMNS, { columns: 40 })).toEqual([
    'ID  NAME    STATUS    NOTE',
    '1   alice   enabled   works at night and on Sundays, in the archive',
    '20  王小明  disabled  café\uFFFD[31m',
  ])
})

test('on a terminal, a row fits on one line, and states are coloured', () => {
  expect(tableOf(ROWS, COLUMNS, { isTTY: true, columns: 40 })).toEqual([
    '\x1b[1mID\x1b[22m  \x1b[1mNAME\x1b[22m    \x1b[1mSTATUS\x1b[22m    \x1b[1mNOTE\x1b[22m',
    '1   alice   \x1b[32menabled\x1b[39m   works at night an…',
    '20  王小明  \x1b[31mdisabled\x1b[39m  café\uFFFD[31m',
  ])
})

test('columns keep a minimal width on a narrow terminal', () => {
  const [, row] = tableOf(ROWS, COLUMNS, { isTTY: true, columns: 10 })
  expect(row).toContain('works a…')
})

test('an empty list has headings only', () => {
  expect(tableOf([], COLUMNS, {})).toEqual(['ID  NAME  STATUS  NOTE'])
})
