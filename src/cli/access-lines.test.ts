import { type Logger, pino } from 'pino'
import { expect, test } from 'vitest'
import type { AccessEntry } from '../http/access-entry.ts'
import { createAccessLines } from './access-lines.ts'

const plain: AccessEntry = {
  reqId: 'Yh3k-4f',
  method: 'GET',
  path: '/api/v1/role',
  status: 200,
  refusal: undefined,
  user: 'sam',
  address: '203.0.113.7',
  ms: 0.4,
}

/** What pino writes of it, and what is written without pino; the time, which differs, is left out. */
function bothLines(entry: AccessEntry): string[] {
  const lines: string[] = []
  const write = (line: string): void => {
    lines.push(line.replace(/"time":\d{13},/, '"time":now,'))
  }
  const logger: Logger = pino({ level: 'info' }, { write })
  logger.info(entry, 'request')
  createAccessLines(logger, write)(entry)
  return lines
}

test.each<[string, Partial<AccessEntry>]>([
  ['a plain one', {}],
  ['one of nobody', { user: undefined }],
  ['a refused one', { status: 400, refusal: 'path-not-canonical', user: undefined, ms: 12 }],
  ['a path that needs escaping', { path: '/a"b\\c\u0000\u001f\ud800é…' }],
  ['a name that needs escaping', { user: '",\n"admin":"是' }],
  ['an address of a zone', { address: 'fe80::1%eth0', ms: 0 }],
])('%s: the line is the one that pino writes', (_name, given) => {
  const [byPino, byHand] = bothLines({ ...plain, ...given })
  expect(byPino).toContain('"msg":"request"}\n')
  expect(byHand).toBe(byPino)
})

test('a log of problems alone has no such lines', () => {
  const lines: string[] = []
  const write = (line: string): void => {
    lines.push(line)
  }
  createAccessLines(pino({ level: 'warn' }, { write }), write)(plain)
  expect(lines).toEqual([])
})
