/** The database can't be asked right now. What it would have answered is unknown. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}

/**
 * Whether a row was refused because its key is taken. On PostgreSQL the transaction is over then: do not go on in it.
 */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode, errno } = signsOf(error)
  return code === '23505' || UNIQUE_SQLITE.has(errcode) || (isMysql(error) && UNIQUE_MYSQL.has(errno))
}

/** Whether the database is down, unreachable, overloaded or out of space: the same may well succeed later. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  const { code, errcode, errno } = signsOf(error)
  // The extended codes of SQLite have the plain one in their lowest byte.
  if (code === 'ERR_SQLITE_ERROR') return UNAVAILABLE_SQLITE.has(errcode & 0xff)
  if (isMysql(error)) return UNAVAILABLE_MYSQL.has(errno)
  return UNAVAILABLE_POSTGRES.test(code) || UNAVAILABLE_NODE.has(code)
}

/** Whether the database broke off one of several transactions that stood in each other's way. */
export function isTransactionConflict(error: unknown): boolean {
  const { code, errno } = signsOf(error)
  return code === '40001' || code === '40P01' || (isMysql(error) && errno === 1213)
}

const UNIQUE_SQLITE = new Set([1555, 2067]) // PRIMARYKEY, UNIQUE
const UNIQUE_MYSQL = new Set([1062, 1586])

const UNAVAILABLE_SQLITE = new Set([5, 6, 10, 13, 14]) // BUSY, LOCKED, IOERR, FULL, CANTOPEN

/**
 * Connection failures (08), conflicts that were retried in vain (40), no resources (53), no lock in time (55P03),
 * shutting down, cancelled or timed out (57), a transaction left idle (25P03), a standby (25006), an I/O error (58030).
 */
const UNAVAILABLE_POSTGRES = /^(?:08|40|53|57)[0-9A-Z]{3}$|^(?:55P03|25P03|25006|58030)$/

const UNAVAILABLE_MYSQL = new Set([
  ...[1021, 1040, 1041, 1114, 1135, 1203, 1226], // disk full, too many connections, out of memory, table full
  ...[1053, 1077, 1079, 1927, 1184, 1152, 1158, 1159, 1160, 1161], // shutting down, connection killed or aborted
  ...[1205, 1213, 1317, 1969, 3024, 1180, 1028], // lock wait, deadlock, interrupted, statement timeout, commit failed
  ...[1290, 1792, 1836], // read only, as during a failover
])

const UNAVAILABLE_NODE = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTDOWN', 'ENETDOWN', 'EMFILE', 'ENFILE', 'PROTOCOL_CONNECTION_LOST'],
])

interface Signs {
  readonly code: string
  readonly errcode: number
  readonly errno: number
}

/** What the three drivers tell errors apart by. */
function signsOf(error: unknown): Signs {
  const fields: Partial<Record<string, unknown>> = error instanceof Error ? { ...error } : {}
  const { code, errcode, errno } = fields
  return {
    code: typeof code === 'string' ? code : '',
    errcode: typeof errcode === 'number' ? errcode : 0,
    errno: typeof errno === 'number' ? errno : 0,
  }
}

/** The server answered with an error. (Node's own errors have an `errno` too.) */
function isMysql(error: unknown): boolean {
  return error instanceof Error && 'sqlState' in error
}
