import { CsvError } from './csv-error.ts'

/** As much as a cell of a spreadsheet holds. */
export const MAX_FIELD_CHARACTERS = 32_767
export const MAX_ROW_CHARACTERS = 2 ** 20

/** A row within a text. */
export interface FoundRow {
  readonly fields: readonly string[]
  /** Where the next row begins. */
  readonly end: number
  /** How many lines the row takes: a field with line breaks in it takes several. */
  readonly lines: number
}

interface Field {
  readonly content: string
  readonly end: number
}

/**
 * The row that begins at a position, or nothing where it goes on beyond the text, which ends with a line feed. An empty
 * line is a row of no field.
 */
export function rowAt(text: string, start: number, line: number, isLast: boolean): FoundRow | undefined {
  const lineFeed = text.indexOf('\n', start)
  if (lineFeed === -1) return undefined
  const content = text.slice(start, text[lineFeed - 1] === '\r' && lineFeed > start ? lineFeed - 1 : lineFeed)
  const row = content.includes('"')
    ? rowWithQuotes(text, start, line, isLast)
    : { fields: fieldsOf(content, line), end: lineFeed + 1, lines: 1 }
  refuseLong('row', MAX_ROW_CHARACTERS, (row?.end ?? text.length) - start, line)
  return row
}

/** Most rows are of this kind: one line, cut at its commas. */
function fieldsOf(content: string, line: number): readonly string[] {
  if (content === '') return []
  if (content.includes('\r')) throw loneCr(line)
  const fields = content.split(',')
  for (const field of fields) refuseLong('field', MAX_FIELD_CHARACTERS, field.length, line)
  return fields
}

function rowWithQuotes(text: string, start: number, line: number, isLast: boolean): FoundRow | undefined {
  const fields: string[] = []
  let lines = 1
  let at = start
  for (;;) {
    const fieldLine = line + lines - 1
    const field = text[at] === '"' ? quotedField(text, at, fieldLine) : bareField(text, at, fieldLine)
    if (field === undefined && isLast) throw openQuote(fieldLine)
    if (field === undefined) return undefined
    fields.push(field.content)
    lines += countLineFeeds(field.content)
    if (text[field.end] !== ',') {
      return { fields, end: field.end + (text[field.end] === '\r' ? 2 : 1), lines }
    }
    at = field.end + 1
  }
}

function quotedField(text: string, start: number, line: number): Field | undefined {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
  const isOpen = end === -1
  const content = text.slice(start + 1, isOpen ? text.length : end).replaceAll('""', '"')
  // Told as long as the quote is open, or a forgotten one would gather the rest of the file.
  refuseLong('field', MAX_FIELD_CHARACTERS, content.length, line)
  if (isOpen) return undefined
  if (!endsField(text, end + 1)) throw strayQuote(line + countLineFeeds(content))
  return { content, end: end + 1 }
}

function bareField(text: string, start: number, line: number): Field {
  let end = start
  while (!endsField(text, end)) {
    if (text[end] === '"') throw strayQuote(line)
    if (text[end] === '\r') throw loneCr(line)
    end++
  }
  refuseLong('field', MAX_FIELD_CHARACTERS, end - start, line)
  return { content: text.slice(start, end), end }
}

function endsField(text: string, at: number): boolean {
  return text[at] === ',' || text[at] === '\n' || (text[at] === '\r' && text[at + 1] === '\n')
}

export function countLineFeeds(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++
  return count
}

function refuseLong(what: string, max: number, length: number, line: number): void {
  if (length > max) throw tooLong(what, max, line)
}

export function tooLong(what: string, max: number, line: number): CsvError {
  return new CsvError(line, `a ${what} has more than ${max} characters; is there a quote that is not closed?`)
}

function openQuote(line: number): CsvError {
  return new CsvError(line, 'a quote is opened here and never closed')
}

function strayQuote(line: number): CsvError {
  return new CsvError(
    line,
    'a quote in the middle of a field: put the whole field in quotes, and double every quote within it',
  )
}

function loneCr(line: number): CsvError {
  return new CsvError(line, 'a line break of CR alone: save the file with CRLF or LF')
}
