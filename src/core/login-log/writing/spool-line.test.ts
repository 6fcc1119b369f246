import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLoginLogEntry, type LoginLogEntry } from '../login-log-entry.ts'
import { decodeLines, encodeLine } from './spool-line.ts'

function entryOf(username: string): LoginLogEntry {
  const attempt = { username, address: '127.0.0.1', userAgent: 'test', msg: 'no' }
  return createLoginLogEntry({ ...attempt, reason: 'credentials-wrong', method: 'password', at: new Date(0) })
}

test('entries that are written together are one line of JSON and are read back', () => {
  const text = fc.array(fc.nat(0xffff), { maxLength: 100 }).map((units) => String.fromCharCode(...units))
  fc.assert(
    fc.property(fc.array(text, { maxLength: 5 }), (usernames) => {
      const entries = usernames.map(entryOf)
      const line = encodeLine(entries)
      expect(line.indexOf('\n')).toBe(line.length - 1)
      expect(JSON.parse(line.toString())[1]).toEqual(entries)
      expect(decodeLines(Buffer.concat([line, line]))).toEqual({
        entries: [...entries, ...entries],
        tornCount: 0,
      })
    }),
  )
})

test('a last line cut short at any byte is counted, and the lines before it are read', () => {
  const [first, second] = [entryOf('first'), entryOf('ünïcödé')]
  const line = encodeLine([first])
  const bytes = Buffer.concat([line, encodeLine([second])])
  expect(decodeLines(bytes.subarray(0, line.length))).toEqual({ entries: [first], tornCount: 0 })
  for (let length = line.length + 1; length < bytes.length - 1; length++) {
    expect(decodeLines(bytes.subarray(0, length))).toEqual({ entries: [first], tornCount: 1 })
  }
})

test('a line whose checksum is wrong counts as torn', () => {
  const line = encodeLine([entryOf('alice')]).toString()
  const texts = [
    line.replace('alice', 'alicf'),
    'null\n',
    '["00000000",[1]]\n',
    `${line.slice(0, 20)}\n`,
    '\n',
  ]
  for (const text of texts) expect(decodeLines(Buffer.from(text))).toEqual({ entries: [], tornCount: 1 })
})

function lineOf(content: unknown): Buffer {
  const text = JSON.stringify(content)
  return Buffer.from(`["${crc32(text).toString(16).padStart(8, '0')}",${text}]\n`)
}

const { method: _, ...incomplete } = entryOf('alice')

test.each([
  [null],
  [{ entries: [entryOf('alice')] }],
  [[7]],
  [[incomplete]],
  [[{ ...incomplete, method: 1 }]],
])('a whole line that cannot be understood is an error, so that its file is not deleted: %j', (content) => {
  expect(() => decodeLines(lineOf(content))).toThrow('entries of this version')
})

test('fields of a newer version are ignored', () => {
  const entry = entryOf('alice')
  expect(decodeLines(lineOf([{ ...entry, device: 'phone' }])).entries).toMatchObject([entry])
})
