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

test('on a narrow terminal, columns are left out instead of cutting all of them', () => {
  vi.stubEnv('NO_COLOR', '1')
  expect(tableOf(ROWS, COLUMNS, { isTTY: true, columns: 24 })).toEqual([
    'ID  NAME    STATUS',
    '1   alice   enabled',
    '20  王小明  disabled',
    '(no space for NOTE)',
  ])
  expect(tableOf(ROWS, COLUMNS, { isTTY: true, columns: 28 }, ['status'])[1]).toBe(
    '1   alice   works at night …',
  )
  const [headings, row] = tableOf(ROWS, { note: 'NOTE', name: 'NAME' }, { isTTY: true, columns: 10 })
  expect(headings).toBe('NOTE      NAME')
  expect(row).toBe('works a…  alice')
})

test('only a bad state is red', () => {
  const shown = (outcome: string) =>
    tableOf([{ outcome }], { outcome: 'OUTCOME' }, { isTTY: true, columns: 80 })[1]
  expect(shown('success')).toBe('\x1b[32msuccess\x1b[39m')
  expect(shown('success, new network')).toBe('\x1b[33msuccess, new network\x1b[39m')
  expect(shown('failure')).toBe('\x1b[31mfailure\x1b[39m')
  expect(shown('waiting')).toBe('waiting')
})

test('an empty list has headings only', () => {
  expect(tableOf([], COLUMNS, {})).toEqual(['ID  NAME  STATUS  NOTE'])
})
