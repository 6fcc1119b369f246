import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { nextLink } from '../../src/core/audit-log/hash-chain/link.ts'

export type LogRow = Record<string, string | number>

/** Access to a log for an attacker who can write to the database and knows how entries are linked. */
export interface TamperedLog {
  readonly table: string
  /** The column with the position of an entry. */
  readonly positionColumn: string
  rows(database: DatabaseSyncInstance): LogRow[]
  /** Writes an entry at a position, with a valid hash for the preceding entry. */
  write(database: DatabaseSyncInstance, row: LogRow, position: number): void
  /** Moves all entries from a position on by one. */
  shift(database: DatabaseSyncInstance, from: number): void
  /** Sets the head of the chain to the last entry. */
  setHead(database: DatabaseSyncInstance): void
}

const LOGIN_LOG_FIELDS = [
  'chain_version',
  'entry_key',
  'username',
  'status',
  'ipaddr',
  'login_location',
  'browser',
  'os',
  'platform',
  'login_time',
  'remark',
  'msg',
  'reason',
  'method',
  'login_key',
  'new_network',
  'address_key',
  'user_id',
]
const AUDIT_LOG_FIELDS = [
  'made_at',
  'operator_id',
  'operator',
  'source',
  'ipaddr',
  'request_id',
  'action',
  'target_kind',
  'target_id',
  'target',
  'before',
  'after',
  'user_id',
  'operator_owner',
  'departments',
]

export const tamperedLogs = {
  'login-log': tamperedLog('login_log', 'position', LOGIN_LOG_FIELDS),
  'audit-log': tamperedLog('audit_log', 'id', AUDIT_LOG_FIELDS),
} as const

function tamperedLog(table: string, positionColumn: string, fields: readonly string[]): TamperedLog {
  const rows = (database: DatabaseSyncInstance) =>
    database.prepare(`select * from ${table} order by ${positionColumn}`).all() as LogRow[]

  return {
    table,
    positionColumn,
    rows,
    write(database, row, at) {
      const previous = rows(database).findLast((one) => Number(one[positionColumn]) < at)
      const content = fields.map((name) => row[name] ?? '')
      const { hash } = nextLink({ position: at - 1, hash: String(previous?.hash ?? '') }, content)
      const forged: LogRow = { ...row, [positionColumn]: at, hash }
      const names = Object.keys(forged)
      database
        .prepare(
          `replace into ${table} (${names.map((name) => `"${name}"`)}) values (${names.map(() => '?')})`,
        )
        .run(...names.map((name) => forged[name] ?? ''))
    },
    shift(database, from) {
      // Uses negative numbers in between, because positions are unique.
      database.exec(`update ${table} set ${positionColumn} = -${positionColumn} where ${positionColumn} >= ${from};
        update ${table} set ${positionColumn} = 1 - ${positionColumn} where ${positionColumn} < 0`)
    },
    setHead(database) {
      const last = rows(database).at(-1)
      database
        .prepare('update log_chains set position = ?, hash = ? where id = ?')
        .run(Number(last?.[positionColumn]), String(last?.hash), table)
    },
  }
}
