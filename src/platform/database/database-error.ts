/** The database does not respond. Whether it has executed the statement is unknown. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}

/** The database does not exist, or has no tables. */
export class DatabaseMissing extends Error {
  override readonly name = 'DatabaseMissing'
}

/** Returns whether the database, or the connection to it, caused the error. */
export function isDatabaseError(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable || error instanceof DatabaseMissing) return true
  // PostgreSQL reports a severity.
  return (
    codesOf(error).code === 'ERR_SQLITE_ERROR' ||
    isMysql(error) ||
    (error instanceof Error && 'severity' in error)
  )
}

/** Returns whether a row was refused because its key exists. PostgreSQL has then aborted the transaction. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode, errno } = codesOf(error)
  return code === '23505' || UNIQUE_SQLITE.has(errcode) || (isMysql(error) && UNIQUE_MYSQL.has(errno))
}

/** Returns whether the database is down, unreachable, overloaded or out of space, so that a retry may succeed later. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  const { code, errcode, errno } = codesOf(error)
  // The lowest byte of an extended code of SQLite is the primary code.
  if (code === 'ERR_SQLITE_ERROR') return UNAVAILABLE_SQLITE.has(errcode & 0xff)
  if (isMysql(error)) return UNAVAILABLE_MYSQL.has(errno)
  return UNAVAILABLE_POSTGRES.test(code) || UNAVAILABLE_NODE.has(code)
}

/** Returns whether the database aborted the transaction because it conflicted with another (deadlock, serialization failure). */
export function isTransactionConflict(error: unknown): boolean {
  const { code, errno } = codesOf(error)
  return code === '40001' || code === '40P01' || (isMysql(error) && errno === 1213)
}

const UNIQUE_SQLITE = new Set([1555, 2067]) // PRIMARYKEY, UNIQUE
const UNIQUE_MYSQL = new Set([1062, 1586])

const UNAVAILABLE_SQLITE = new Set([5, 6, 10, 13, 14]) // BUSY, LOCKED, IOERR, FULL, CANTOPEN

/**
 * Connection failures (08), conflicts after all retries (40), insufficient resources (53), lock timeout (55P03),
 * shutdown, cancellation or timeout (57), idle transaction timeout (25P03), read-only standby (25006), I/O error (58030).
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

/** Returns the fields in which the three drivers report error codes. */
function codesOf(error: unknown) {
  const fields: Partial<Record<string, unknown>> = error instanceof Error ? { ...error } : {}
  const { code, errcode, errno } = fields
  return {
    code: typeof code === 'string' ? code : '',
    errcode: typeof errcode === 'number' ? errcode : 0,
    errno: typeof errno === 'number' ? errno : 0,
  }
}

/** Returns whether a MySQL server reported the error. Node's own errors also have an `errno`. */
function isMysql(error: unknown): boolean {
  return error instanceof Error && 'sqlState' in error
}
