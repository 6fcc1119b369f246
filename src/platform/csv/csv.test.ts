import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scaled } from '../../../test/support/scale.ts'
import { CsvError, type CsvRow, readCsv } from './csv-reader.ts'
import { csvLine } from './csv-writer.ts'

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

describe('valid CSV', () => {
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
    ['empty lines, which are skipped', '\na\n\r\n\nb\n\n', [['a'], ['b']]],
    ['an empty field in quotes', '""\n"",""', [[''], ['', '']]],
    ['spaces, which are part of the field', ' a , b ', [[' a ', ' b ']]],
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

describe('invalid CSV is refused with the line and a hint', () => {
  const STRAY =
    'a quote in the middle of a field: put the whole field in quotes, and double every quote within it'
  const UTF8 = 'bytes that are not UTF-8: save the file as "CSV UTF-8"'
  const LONG_FIELD = 'a field has more than 32767 characters; is there a quote that is not closed?'
  const LONG_ROW = 'the row is longer than 1048576 bytes; is there a quote that is not closed?'
  const TRAILING =
    'text follows a closing quote: put the whole field in quotes, and double every quote within it'
  const MANY_FIELDS = 'the row has more than 1000 fields'

  test.each<[string, string | Buffer, number, string]>([
    ['a quote within a field', 'a\nb,c"d\n', 1, `line 2: ${STRAY}`],
    ['a quote at the end of a field', 'a\nb"\n', 1, `line 2: ${STRAY}`],
    ['a space before a quote', 'a, "b"\n', 0, `line 1: ${STRAY}`],
    ['text after a closing quote', 'a\n"b\nb"c\n', 1, `line 2: ${TRAILING}`],
    ['a space after a closing quote', '"a" ,b\n', 0, `line 1: ${TRAILING}`],
    ['an unclosed quote', 'a\n"b\nb",c,"d\ne\nf', 1, 'line 2: a quote is opened here and never closed'],
    ['a quote alone', '"', 0, 'line 1: a quote is opened here and never closed'],
    ['Latin-1', Buffer.from('a\nb\nM\xFCller,x\nc\n', 'latin1'), 2, `line 3: ${UTF8}`],
    ['half a character at the end', Buffer.from('a\nb\xE7\x8E', 'latin1'), 1, `line 2: ${UTF8}`],
    ['Latin-1 within quotes', Buffer.from('a\n"b\n\xFC"\n', 'latin1'), 1, `line 2: ${UTF8}`],
    ['UTF-16', Buffer.from('\uFEFFa,b\n', 'utf16le'), 0, `line 1: ${UTF8}`],
    ['a long field', `a\nb,${'x'.repeat(32_768)},c\n`, 1, `line 2: ${LONG_FIELD}`],
    ['a long field in quotes', `a\n"b\n","${'x'.repeat(32_768)}"\n`, 1, `line 2: ${LONG_FIELD}`],
    ['an unclosed quote before a long text', `a\nb,"c\n${'d,e\n'.repeat(300_000)}`, 1, `line 2: ${LONG_ROW}`],
    ['a long row', `a\n${`${'x'.repeat(30_000)},`.repeat(40)}\nb\n`, 1, `line 2: ${LONG_ROW}`],
    ['a row of many fields', `a\n${'1,'.repeat(1001)}\nb\n`, 1, `line 2: ${MANY_FIELDS}`],
    ['7.9 million commas', Buffer.alloc(7_900_000, ','), 0, `line 1: ${LONG_ROW}`],
  ])('%s; the rows before it are yielded', async (_, text, rows, problem) => {
    // Long texts are not read byte by byte.
    for (const size of text.length > 1000 ? [1000, 65_536, 1e9] : [1, 3, 1e9]) {
      const reading = await read(text, size)
      expect(reading.problem).toBe(problem)
      expect(reading.rows).toHaveLength(rows)
    }
  })

  test('the greatest permitted field and number of fields are read', async () => {
    const field = 'é'.repeat(32_767)
    expect(await fieldsOf(`${field},"${field}"\n`)).toEqual([[field, field]])
    const row = '1,'.repeat(999)
    expect(await fieldsOf(`${row}\n`)).toEqual([row.split(',')])
  })
})

test('the source is closed when the consumer stops reading', async () => {
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

describe('written lines', () => {
  test.each<[readonly string[], string]>([
    [['a', 'b'], 'a,b\r\n'],
    [[''], '""\r\n'],
    [['', ''], ',\r\n'],
    [['a,b', 'say "hi"', 'c\nd', 'e\rf'], '"a,b","say ""hi""","c\nd","e\rf"\r\n'],
    [['=1+1', '+49 30 1', '-5', '@x'], "'=1+1,'+49 30 1,'-5,'@x\r\n"],
    [['\tx', '\rx', '\nx'], '"\'\tx","\'\rx","\'\nx"\r\n'],
    [['＝1', '＋1', '－1', '＠x'], "'＝1,'＋1,'－1,'＠x\r\n"],
    [['=HYPERLINK("http://x",A1)'], '"\'=HYPERLINK(""http://x"",A1)"\r\n'],
    [['x;=1+1', 'x;;-1', 'x;y', 'x\t@y'], '"x;\'=1+1","x;;\'-1","x;y","x\t\'@y"\r\n'],
    [['x\r\n=1', "x;'=1"], '"x\r\n\'=1","x;\'\'=1"\r\n'],
    [["'=1", "'x", "x=1 'y'"], "''=1,'x,x=1 'y'\r\n"],
    [['x;"=cmd|\' /C calc\'!A0"', 'x|=1'], '"x;""\'=cmd|\' /C calc\'!A0""","x|\'=1"\r\n'],
    [['x,=1', 'x, "+1', '"=1', ' -1'], '"x,\'=1","x, ""\'+1","""\'=1", \'-1\r\n'],
    [['x"=1', 'a - b', '7|8'], '"x""=1",a - b,"7|8"\r\n'],
  ])('%j', (fields, line) => {
    expect(csvLine(fields)).toBe(line)
  })
})

const cell = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.replaceAll('\uFFFD', '')),
  fc.string({
    unit: fc.constantFrom(
      '"',
      ',',
      ';',
      '|',
      '\t',
      ' ',
      '\r',
      '\n',
      '\r\n',
      "'",
      '=',
      '-',
      'a',
      '\uFEFF',
      '王',
    ),
    maxLength: 12,
  }),
)
/** Removes the apostrophes that `csvLine` puts before formulas. */
function unescapeFormula(text: string): string {
  return text.replace(/(?<=(?:^|[,;|\t\r\n])["\s]*)'(?='*[=+\-@＝＋－＠])|^'(?='*[\t\r\n])/g, '')
}

/** Returns the cells of a line as a spreadsheet with another separator reads them: quotes count at the beginning of a cell only. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = []
  let rest = line
  for (;;) {
    const inQuotes = /^\s*"((?:[^"]|"")*)(?:"|$)/.exec(rest)
    const start = inQuotes?.[1]?.replaceAll('""', '"') ?? ''
    rest = rest.slice(inQuotes?.[0].length ?? 0)
    const end = rest.search(new RegExp(`[${separator}\\r\\n]`))
    cells.push(start + (end === -1 ? rest : rest.slice(0, end)))
    if (end === -1) return cells
    rest = rest.slice(end + 1)
  }
}

const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 8 })

test('written rows are read back, whatever the chunk size', async () => {
  const property = fc.asyncProperty(table, fc.integer({ min: 1, max: 50 }), async (rows, size) => {
    // Without a byte order mark, a first cell that begins with one would lose it.
    const { rows: again, problem } = await read(`\uFEFF${rows.map(csvLine).join('')}`, size)
    expect(problem).toBeUndefined()
    expect(again.map(({ fields }) => fields.map(unescapeFormula))).toEqual(rows)
    for (const field of again.flatMap(({ fields }) => fields)) {
      expect(field).not.toMatch(/^[=+\-@\t\r\n]/)
      for (const part of field.split(/[,;|\t\r\n]/)) expect(part).not.toMatch(/^["\s]*[=+\-@]/)
    }
  })
  await fc.assert(property, { numRuns: scaled(50, 200) })
})

test.each([',', ';', '\\t', '|'])('no cell is a formula for a spreadsheet that expects %j', (separator) => {
  fc.assert(
    fc.property(table, (rows) => {
      for (const row of rows) {
        for (const one of cellsOf(csvLine(row), separator)) expect(one).not.toMatch(/^["\s]*[=+\-@]/)
      }
    }),
    { numRuns: scaled(100, 500) },
  )
})

test('a long field of what may be in front of a formula is written', () => {
  for (const part of [' ', '"', "'", '\t', '=', ' =', '"=', "'=", ';"'])
    expect(csvLine([part.repeat(200_000)]).length).toBeGreaterThan(200_000)
})

test('the chunk size makes no difference, whatever the bytes', async () => {
  const piece = fc.oneof(
    fc.constantFrom(...['"', ',', '\n', '\r\n', '\r', 'a', 'é'].map((text) => Buffer.from(text))),
    fc.uint8Array({ maxLength: 2 }).map((bytes) => Buffer.from(bytes)),
  )
  const property = fc.asyncProperty(fc.array(piece), fc.integer({ min: 1, max: 9 }), async (pieces, size) => {
    const bytes = Buffer.concat(pieces)
    expect(await read(bytes, size)).toEqual(await read(bytes, 1e9))
  })
  await fc.assert(property, { numRuns: scaled(50, 200) })
})

test('rows with and without line breaks are read with their lines across chunks', async () => {
  const rows = Array.from({ length: 10_000 }, (_, index) => [
    `${index}`,
    index % 3 ? 'x,y' : 'x\r\n"y"',
    '王',
  ])
  const text = rows.map(csvLine).join('')
  for (const size of [1021, 65_536, 65_537]) {
    const { rows: again } = await read(text, size)
    expect(again.map(({ fields }) => fields)).toEqual(rows)
    expect(again.at(-1)?.line).toBe(text.slice(0, text.lastIndexOf('9999,')).split('\n').length)
  }
})
