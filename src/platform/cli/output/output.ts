import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { coloursFor } from './colour.ts'
import { visible } from './visible.ts'

/** Prints a result as JSON or as text. */
export function print(result: unknown, asJson: boolean | undefined, lines: readonly string[]): void {
  console.log(asJson ? JSON.stringify(result, null, 2) : lines.join('\n'))
}

/** Returns one line per field. */
export function fieldsOf(thing: object): string[] {
  const fields = Object.entries(thing)
  const width = Math.max(...fields.map(([name]) => name.length))
  const { bold } = coloursFor(process.stdout)
  return fields.map(([name, value]) => `${bold(name.padEnd(width))}  ${visible(textOf(value))}`)
}

/** Returns the fields of a thing that have a label and a value, by their labels and in their order. */
export function labelled<Thing extends object>(
  thing: Thing,
  labels: Readonly<Partial<Record<keyof Thing, string>>>,
): object {
  const names = Object.keys(labels) as (keyof Thing)[]
  const shown = names.filter((name) => thing[name] !== undefined && thing[name] !== '')
  return Object.fromEntries(shown.map((name) => [labels[name] ?? '', thing[name]]))
}

function textOf(value: unknown): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Writes to standard output at the speed of the reader. Stops when the reader, such as "head", closes the pipe. */
export async function writeOut(lines: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(lines), process.stdout, { end: false })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error
  }
}
