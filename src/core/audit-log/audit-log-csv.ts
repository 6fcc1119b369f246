import { csvLine } from '../../platform/csv/csv-writer.ts'
import type { AuditLogEntry } from './audit-log.store.ts'

const COLUMNS = [
  'id',
  'time',
  'operator',
  'operatorId',
  'operatorOwner',
  'source',
  'ipaddr',
  'requestId',
  'action',
  'targetKind',
  'targetId',
  'target',
] as const

/** Yields the log as lines of CSV. The states before and after a change are JSON. */
export async function* auditLogCsv(entries: AsyncIterable<AuditLogEntry>): AsyncGenerator<string> {
  yield csvLine([...COLUMNS, 'before', 'after'])
  for await (const entry of entries) {
    const states = [entry.before, entry.after].map((state) => (state === null ? '' : JSON.stringify(state)))
    yield csvLine([...COLUMNS.map((column) => String(entry[column])), ...states])
  }
}
