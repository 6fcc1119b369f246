import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ENABLED } from '../user/user.ts'

/** Prints a result: as JSON for programs, else as the lines for people. */
export function print(result: unknown, asJson: boolean | undefined, lines: readonly string[]): void {
  console.log(asJson ? JSON.stringify(result, null, 2) : lines.join('\n'))
}

/** Rows under their headings, in columns. */
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

/** One thing, a field a line. */
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

/** Says beside the result that it is not all. */
export function more(shown: number, count: number): void {
  if (count > shown) console.error(`${count - shown} more: add --limit to see them`)
}

/** Writes to standard output as fast as it is taken. A reader that has seen enough, such as "head", ends it. */
export async function writeOut(lines: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(lines), process.stdout, { end: false })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error
  }
}

/** What a name holds must not steer the terminal. */
export function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '\uFFFD')
}
