import { isUtf8 } from 'node:buffer'
import { CsvError } from './csv-error.ts'
import { countLineFeeds, MAX_ROW_CHARACTERS, rowAt, tooLong } from './csv-row.ts'

export interface CsvRow {
  /** Where the row begins, counted from 1. */
  readonly line: number
  readonly fields: readonly string[]
}

const LINE_FEED = 0x0a
/** No character, as the length of a text counts them, has more than three bytes. */
const MAX_LINE_BYTES = 3 * MAX_ROW_CHARACTERS
/** Gathered before it is looked at, so that a row which comes in crumbs is not begun again with each of them. */
const BLOCK_BYTES = 64 * 1024

/**
 * Reads CSV after RFC 4180 as it comes in: UTF-8 with or without a byte order mark, lines that end with CRLF or LF, the
 * last one also with nothing. Empty lines are passed over. Holds one block and the row that goes beyond it, never the
 * whole. Throws a `CsvError` that names the line; every row before it has been given by then.
 *
 * @example
 * for await (const { line, fields } of readCsv(request.raw)) …
 */
export async function* readCsv(chunks: AsyncIterable<Buffer>): AsyncGenerator<CsvRow, void, undefined> {
  let line = 1
  let rest = ''
  let isFirst = true
  for await (const { bytes, next } of wholeLines(chunks)) {
    const wellFormed = wellFormedLines(bytes)
    const decoded = wellFormed.toString('utf8')
    const text = rest + (isFirst ? decoded.replace(/^\uFEFF/, '') : decoded)
    isFirst = false
    const isLast = next === 'end' && wellFormed.length === bytes.length
    let at = 0
    for (let row = rowAt(text, at, line, isLast); row; row = rowAt(text, at, line, isLast)) {
      if (row.fields.length > 0) yield { line, fields: row.fields }
      at = row.end
      line += row.lines
    }
    rest = text.slice(at)
    if (wellFormed.length < bytes.length) throw notUtf8(line + countLineFeeds(rest))
    if (next === 'endless line') throw tooLong('row', MAX_ROW_CHARACTERS, line)
  }
}

interface Lines {
  /** Ends with a line feed, or is empty. */
  readonly bytes: Buffer
  /** What follows them. */
  readonly next: 'more' | 'end' | 'endless line'
}

/** A line feed is never part of another character in UTF-8: what is cut there can be decoded on its own. */
async function* wholeLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Lines, void, undefined> {
  let gathered: Buffer[] = []
  let size = 0
  let end = 0
  for await (const chunk of chunks) {
    const lastLineFeed = chunk.lastIndexOf(LINE_FEED)
    if (lastLineFeed !== -1) end = size + lastLineFeed + 1
    gathered.push(chunk)
    size += chunk.length
    if (size < BLOCK_BYTES) continue
    if (end > 0) {
      const block = Buffer.concat(gathered)
      yield { bytes: block.subarray(0, end), next: 'more' }
      gathered = [block.subarray(end)]
      size -= end
      end = 0
    }
    if (size > MAX_LINE_BYTES) return yield { bytes: Buffer.alloc(0), next: 'endless line' }
  }
  const isEnded = end > 0 && end === size
  yield { bytes: Buffer.concat(isEnded ? gathered : [...gathered, Buffer.of(LINE_FEED)]), next: 'end' }
}

/** Up to the first line that is not UTF-8. */
function wellFormedLines(bytes: Buffer): Buffer {
  if (isUtf8(bytes)) return bytes
  let start = 0
  for (;;) {
    const end = bytes.indexOf(LINE_FEED, start) + 1
    if (!isUtf8(bytes.subarray(start, end))) return bytes.subarray(0, start)
    start = end
  }
}

function notUtf8(line: number): CsvError {
  return new CsvError(line, 'bytes that are not UTF-8: save the file as "CSV UTF-8"')
}
