import { csvLine } from '../csv/csv-writer.ts'
import type { StoredLoginLogEntry } from './login-log.store.ts'

const COLUMNS = [
  'id',
  'loginTime',
  'username',
  'status',
  'ipaddr',
  'loginLocation',
  'browser',
  'os',
  'platform',
  'msg',
  'remark',
] as const

/** The log as a spreadsheet takes it, a line at a time. */
export async function* loginLogCsv(entries: AsyncIterable<StoredLoginLogEntry>): AsyncGenerator<string> {
  yield csvLine(COLUMNS)
  for await (const entry of entries) yield csvLine(COLUMNS.map((column) => String(entry[column])))
}
