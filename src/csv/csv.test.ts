import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CsvError } from './csv-error.ts'
import { type CsvRow, readCsv } from './csv-reader.ts'
import { csvLine, originalCell } from './csv-writer.ts'

async function* chunksOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

interface Reading {
  readonly rows: readonly CsvRow[]
  readonly problem?: string
}

async function read(text: string | Buffer, chunkSize = 7): Promise<Reading> {
  const rows: CsvRow[] = []
  try {
    for await (const row of readCsv(chunksOf(Buffer.from(text), chunkSize))) rows.push(row)
    return { rows }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    expect(error.message).toBe(`line ${error.line}: ${error.problem}`)
    return { rows, problem: error.message }
  }
}

const fieldsOf = async (text: string | Buffer) => (await read(text)).rows.map(({ fields }) => fields)

describe('what is read', () => {
  test.each<[string, string, readonly (readonly string[])[]]>([
    ['nothing', '', []],
    [
      'LF',
      'a,b\nc,d\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'CRLF',
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a last line without a line break',
      'a,b\r\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a byte order mark', '\uFEFFa,b\n', [['a', 'b']]],
    ['a byte order mark alone', '\uFEFF', []],
    ['a byte order mark before a quote', '\uFEFF"a",b', [['a', 'b']]],
    [
      'empty fields',
      ',\n,,\n',
      [
        ['', ''],
        ['', '', ''],
      ],
    ],
    ['empty lines, passed over', '\na\n\r\n\nb\n\n', [['a'], ['b']]],
    ['an empty field in quotes', '""\n"",""', [[''], ['', '']]],
    ['spaces, kept', ' a , b ', [[' a ', ' b ']]],
    [
      'quotes',
      '"a","b"\r\n"c",d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['doubled quotes', '"say ""hi""",""""\n', [['say "hi"', '"']]],
    ['commas in quotes', '"a,b",c', [['a,b', 'c']]],
    ['line breaks in quotes', '"a\nb","c\r\nd\re"\r\nf', [['a\nb', 'c\r\nd\re'], ['f']]],
    ['other scripts', '王伟,"é,😀"\n', [['王伟', 'é,😀']]],
    ['rows of different lengths', 'a\nb,c,d\n', [['a'], ['b', 'c', 'd']]],
  ])('%s', async (_, text, fields) => {
    expect(await fieldsOf(text)).toEqual(fields)
  })

  test('the line of a row is the one where it begins', async () => {
    const { rows } = await read('a\n\n"b\nb\r\nb",c\nd\n"e"')
    expect(rows.map(({ line }) => line)).toEqual([1, 3, 6, 7])
  })
})

describe('what is no CSV: the line, and what helps', () => {
  const STRAY =
    'a quote in the middle of a field: put the whole field in quotes, and double every quote within it'
  const UTF8 = 'bytes that are not UTF-8: save the file as "CSV UTF-8"'
  const LONG_FIELD = 'a field has more than 32767 characters; is there a quote that is not closed?'
  const LONG_ROW = 'a row has more than 1048576 characters; is there a quote that is not closed?'

  test.each<[string, string | Buffer, number, string]>([
    ['a quote within a field', 'a\nb,c"d\n', 1, `line 2: ${STRAY}`],
    ['a quote at the end of a field', 'a\nb"\n', 1, `line 2: ${STRAY}`],
    ['a space before a quote', 'a, "b"\n', 0, `line 1: ${STRAY}`],
    ['text behind a closing quote', 'a\n"b\nb"c\n', 1, `line 3: ${STRAY}`],
    ['a space behind a closing quote', '"a" ,b\n', 0, `line 1: ${STRAY}`],
    ['an unclosed quote', 'a\n"b\nb",c,"d\ne\nf', 1, 'line 3: a quote is opened here and never closed'],
    ['a quote alone', '"', 0, 'line 1: a quote is opened here and never closed'],
    ['CR alone', 'a\rb\rc', 0, 'line 1: a line break of CR alone: save the file with CRLF or LF'],
    [
      'CR alone beside quotes',
      '"a",b\rc\n',
      0,
      'line 1: a line break of CR alone: save the file with CRLF or LF',
    ],
    ['Latin-1', Buffer.from('a\nb\nM\xFCller,x\nc\n', 'latin1'), 2, `line 3: ${UTF8}`],
    ['half a character at the end', Buffer.from('a\nb\xE7\x8E', 'latin1'), 1, `line 2: ${UTF8}`],
    ['Latin-1 within quotes', Buffer.from('a\n"b\n\xFC"\n', 'latin1'), 1, `line 3: ${UTF8}`],
    ['UTF-16', Buffer.from('\uFEFFa,b\n', 'utf16le'), 0, `line 1: ${UTF8}`],
    ['a long field', `a\nb,${'x'.repeat(32_768)},c\n`, 1, `line 2: ${LONG_FIELD}`],
    ['a long field in quotes', `a\n"b\n","${'x'.repeat(32_768)}"\n`, 1, `line 3: ${LONG_FIELD}`],
    ['a quote that gathers lines', `a\nb,"c\n${'d,e\n'.repeat(200_000)}`, 1, `line 2: ${LONG_FIELD}`],
    ['a long row', `a\n${'0123456789,'.repeat(100_000)}\nb\n`, 1, `line 2: ${LONG_ROW}`],
    ['a long row in quotes', `a\n${'"1\n3",'.repeat(200_000)}\nb\n`, 1, `line 2: ${LONG_ROW}`],
    ['a line without an end', Buffer.alloc(10_000_000, '0123456789,'), 0, `line 1: ${LONG_ROW}`],
  ])('%s; every row before it is given', async (_, text, rows, problem) => {
    // Not byte by byte where it is long.
    for (const size of text.length > 1000 ? [1000, 65_536, 1e9] : [1, 3, 1e9]) {
      const reading = await read(text, size)
      expect(reading.problem).toBe(problem)
      expect(reading.rows).toHaveLength(rows)
    }
  })

  test('what is just within the bounds is read', async () => {
    const field = 'é'.repeat(32_767)
    expect(await fieldsOf(`${field},"${field}"\n`)).toEqual([[field, field]])
    const row = `${'€23456789,'.repeat(104_857)}12345`
    expect(row).toHaveLength(2 ** 20 - 1)
    expect(await fieldsOf(`${row}\n`)).toEqual([row.split(',')])
  })
})

test('a reader that stops ends the source', async () => {
  let ended = false
  async function* source() {
    try {
      for (;;) yield Buffer.from('a,b\n')
    } finally {
      ended = true
    }
  }
  for await (const row of readCsv(source())) {
    expect(row).toEqual({ line: 1, fields: ['a', 'b'] })
    break
  }
  expect(ended).toBe(true)
})

describe('what is written', () => {
  test.each<[readonly string[], string]>([
    [['a', 'b'], 'a,b\r\n'],
    [[''], '""\r\n'],
    [['', ''], ',\r\n'],
    [['a,b', 'say "hi"', 'c\nd', 'e\rf'], '"a,b","say ""hi""","c\nd","e\rf"\r\n'],
    [['=1+1', '+49 30 1', '-5', '@x'], "'=1+1,'+49 30 1,'-5,'@x\r\n"],
    [['\tx', '\rx', '\nx'], '\'\tx,"\'\rx","\'\nx"\r\n'],
    [['＝1', '＋1', '－1', '＠x'], "'＝1,'＋1,'－1,'＠x\r\n"],
    [['=HYPERLINK("http://x",A1)'], '"\'=HYPERLINK(""http://x"",A1)"\r\n'],
    [["'=1", "'x", "x=1 'y'"], "''=1,'x,x=1 'y'\r\n"],
  ])('%j', (fields, line) => {
    expect(csvLine(fields)).toBe(line)
  })
})

const cell = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({
    unit: fc.constantFrom('"', ',', '\r', '\n', '\r\n', "'", '=', '-', 'a', '\uFEFF', '王'),
    maxLength: 12,
  }),
)
const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 8 })

test('whatever is written is read again, however it is cut', async () => {
  const property = fc.asyncProperty(table, fc.integer({ min: 1, max: 50 }), async (rows, size) => {
    // With a byte order mark, as an export has it: without one, a first cell that begins with it would lose its own.
    const { rows: again, problem } = await read(`\uFEFF${rows.map(csvLine).join('')}`, size)
    expect(problem).toBeUndefined()
    expect(again.map(({ fields }) => fields.map(originalCell))).toEqual(rows)
    for (const field of again.flatMap(({ fields }) => fields)) expect(field).not.toMatch(/^[=+\-@\t\r\n]/)
  })
  await fc.assert(property, { numRuns: 1000 })
})

test('whatever the bytes, the way they are cut makes no difference', async () => {
  const piece = fc.oneof(
    fc.constantFrom(...['"', ',', '\n', '\r\n', '\r', 'a', 'é'].map((text) => Buffer.from(text))),
    fc.uint8Array({ maxLength: 2 }).map((bytes) => Buffer.from(bytes)),
  )
  const property = fc.asyncProperty(fc.array(piece), fc.integer({ min: 1, max: 9 }), async (pieces, size) => {
    const bytes = Buffer.concat(pieces)
    expect(await read(bytes, size)).toEqual(await read(bytes, 1e9))
  })
  await fc.assert(property, { numRuns: 1000 })
})

test('blocks that end anywhere: rows with and without line breaks in them, all there', async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => [
    `${index}`,
    index % 3 ? 'x,y' : 'x\r\n"y"',
    '王',
  ])
  const text = rows.map(csvLine).join('')
  for (const size of [1021, 65_536, 65_537]) {
    const { rows: again } = await read(text, size)
    expect(again.map(({ fields }) => fields)).toEqual(rows)
    expect(again.at(-1)?.line).toBe(text.slice(0, text.lastIndexOf('19999,')).split('\n').length)
  }
})
