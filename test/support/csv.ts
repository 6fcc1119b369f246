import { Readable } from 'node:stream'
import { readCsv } from '../../src/platform/csv/csv-reader.ts'

/** Parses CSV text and returns one record per row, with the first line as keys. */
export async function csvRowsOf(text: string): Promise<Record<string, string>[]> {
  const rows: (readonly string[])[] = []
  for await (const { fields } of readCsv(Readable.from([Buffer.from(text)]))) rows.push(fields)
  const [names = [], ...rest] = rows
  return rest.map((fields) => Object.fromEntries(names.map((name, i) => [name, fields[i] ?? ''])))
}
