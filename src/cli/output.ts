import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ENABLED } from '../user/user.ts'

/** Prints a result as JSON or as text. */
export function print(result: unknown, asJson: boolean | undefined, lines: readonly string[]): void {
  console.log(asJson ? JSON.stringify(result, null, 2) : lines.join('\n'))
}

/** Returns the lines of a table with headings. */
export function tableOf<Row extends object>(
  rows: readonly Row[],
  columns: Readonly<Partial<Record<keyof Row, string>>>,
): string[] {
  const names = Object.keys(columns) as (keyof Row)[]
  const cells = [
    names.map((name) => columns[name] ?? ''),
    ...rows.map((row) => names.map((name) => visible(String(row[name] ?? '')))),
  ]
  const widths = names.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** Returns one line per field. */
export function fieldsOf(thing: object): string[] {
  const fields = Object.entries(thing)
  const width = Math.max(...fields.map(([name]) => name.length))
  return fields.map(([name, value]) => `${name.padEnd(width)}  ${visible(textOf(value))}`)
}

function textOf(value: unknown): string {
  if (value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export function stateOf(status: string): string {
  return status === ENABLED ? 'enabled' : 'disabled'
}

/** Prints to standard error how many rows were not shown. */
export function more(shown: number, count: number): void {
  if (count > shown) console.error(`${count - shown} more rows: add --limit to see them`)
}

/** Writes to standard output at the speed of the reader. Stops when the reader, such as "head", closes the pipe. */
export async function writeOut(lines: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(lines), process.stdout, { end: false })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error
  }
}

/** Replaces control characters, which could control the terminal. */
export function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '\uFFFD')
}
