import { csvLine } from '../../platform/csv/csv-writer.ts'
import { CSV_COLUMNS, type StoredLoginLogEntry } from './login-log-columns.ts'

/** Yields the log as lines of CSV, the first with the names of the columns. */
export async function* loginLogCsv(entries: AsyncIterable<StoredLoginLogEntry>): AsyncGenerator<string> {
  yield csvLine(CSV_COLUMNS)
  for await (const entry of entries) yield csvLine(CSV_COLUMNS.map((column) => String(entry[column])))
}
