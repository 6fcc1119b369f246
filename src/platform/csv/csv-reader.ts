import { finished } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { parse } from 'csv-parse'

export interface CsvRow {
  /** The line on which the row begins, counted from 1. */
  readonly line: number
  readonly fields: readonly string[]
}

/** Describes what is wrong with a CSV text, and on which line. */
export class CsvError extends Error {
  override readonly name = 'CsvError'
  /** The line on which the row begins, counted from 1. */
  readonly line: number
  readonly problem: string

  constructor(line: number, problem: string) {
    super(`line ${line}: ${problem}`)
    this.line = line
    this.problem = problem
  }
}

/** The capacity of a spreadsheet cell. */
const MAX_FIELD_CHARACTERS = 32_767
const MAX_FIELDS_PER_ROW = 1000
const MAX_ROW_BYTES = 2 ** 20

const LINE_FEED = 0x0a
const BYTE_ORDER_MARK = Buffer.of(0xef, 0xbb, 0xbf)
/** Bounds what is parsed at once, without yielding to the event loop. */
const MAX_CHUNK_BYTES = 64 * 1024
/** Decoding puts it in the place of bytes that are not UTF-8. */
const REPLACEMENT_CHARACTER = '\uFFFD'

const TOO_LONG = `the row is longer than ${MAX_ROW_BYTES} bytes; is there a quote that is not closed?`
const SYNTAX_PROBLEMS: Readonly<Record<string, string>> = {
  CSV_INVALID_CLOSING_QUOTE:
    'text follows a closing quote: put the whole field in quotes, and double every quote within it',
  INVALID_OPENING_QUOTE:
    'a quote in the middle of a field: put the whole field in quotes, and double every quote within it',
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened here and never closed',
}

/**
 * Reads CSV (RFC 4180) as a stream: UTF-8 with or without a byte order mark, lines that end with CRLF or LF. Empty lines
 * are skipped. Holds the rows of one chunk in memory. Throws a `CsvError` after all rows that precede it were yielded.
 *
 * @example
 * for await (const { line, fields } of readCsv(createReadStream('users.csv'))) …
 */
export async function* readCsv(chunks: AsyncIterable<Buffer>): AsyncGenerator<CsvRow, void, undefined> {
  const lines = createLineCounter()
  const rows: CsvRow[] = []
  const previous = { end: 0, emptyLines: 0 }
  /** The line after the last row and the empty lines that follow it. */
  const nextRowLine = (emptyLines: number) => lines.lineAt(previous.end) + emptyLines - previous.emptyLines

  const parser = parse({
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    skip_empty_lines: true,
    on_record(fields: string[], info) {
      const line = nextRowLine(info.empty_lines)
      const problem = problemOfRow(fields)
      if (problem !== undefined) throw new CsvError(line, problem)
      rows.push({ line, fields })
      previous.end = info.bytes
      previous.emptyLines = info.empty_lines
      return null
    },
  })
  const isFinished = finished(parser.resume())
  isFinished.catch(() => {})

  try {
    for await (const chunk of smallChunks(withoutByteOrderMark(chunks))) {
      lines.add(chunk)
      await new Promise<void>((resolve, reject) => {
        parser.write(chunk, (error) => (error ? reject(error) : resolve()))
      })
      yield* rows.splice(0)
      if (lines.size() - previous.end > MAX_ROW_BYTES) {
        throw new CsvError(nextRowLine(parser.info.empty_lines), TOO_LONG)
      }
    }
    parser.end()
    await isFinished
    yield* rows.splice(0)
  } catch (error) {
    yield* rows.splice(0)
    const problem =
      error instanceof Error && 'code' in error ? SYNTAX_PROBLEMS[String(error.code)] : undefined
    throw problem === undefined ? error : new CsvError(nextRowLine(parser.info.empty_lines), problem)
  } finally {
    parser.destroy()
  }
}

function problemOfRow(fields: readonly string[]): string | undefined {
  if (fields.length > MAX_FIELDS_PER_ROW) return `the row has more than ${MAX_FIELDS_PER_ROW} fields`
  if (fields.some((field) => field.length > MAX_FIELD_CHARACTERS)) {
    return `a field has more than ${MAX_FIELD_CHARACTERS} characters; is there a quote that is not closed?`
  }
  if (fields.some((field) => field.includes(REPLACEMENT_CHARACTER))) {
    return 'bytes that are not UTF-8: save the file as "CSV UTF-8"'
  }
  return undefined
}

async function* smallChunks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; from += MAX_CHUNK_BYTES) {
      if (from > 0) await setImmediate()
      yield chunk.subarray(from, from + MAX_CHUNK_BYTES)
    }
  }
}

/** Removes the mark here: the parser would also switch to other encodings. */
async function* withoutByteOrderMark(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer | undefined = Buffer.alloc(0)
  for await (const chunk of chunks) {
    if (start === undefined) {
      yield chunk
      continue
    }
    start = Buffer.concat([start, chunk])
    if (start.length < BYTE_ORDER_MARK.length) continue
    yield stripped(start)
    start = undefined
  }
  if (start !== undefined && start.length > 0) yield stripped(start)
}

function stripped(start: Buffer): Buffer {
  const hasMark = start.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
  return hasMark ? start.subarray(BYTE_ORDER_MARK.length) : start
}

/** Maps byte offsets to lines. The parser's own count takes a CRLF inside quotes for two lines. */
function createLineCounter() {
  let size = 0
  let line = 1
  let lineFeeds: number[] = []
  let next = 0
  return {
    add(chunk: Buffer): void {
      if (next > 0) lineFeeds = lineFeeds.slice(next)
      next = 0
      for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1)) {
        lineFeeds.push(size + at)
      }
      size += chunk.length
    },
    size: () => size,
    /** Offsets must not decrease from call to call. */
    lineAt(offset: number): number {
      for (; next < lineFeeds.length && Number(lineFeeds[next]) < offset; next++) line++
      return line
    },
  }
}
