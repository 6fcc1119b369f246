import type { TimeLimits } from './time-limits.ts'

/** Whether the version that a server tells is MariaDB's. It differs from MySQL in a few names. */
export function isMariadb(version: string): boolean {
  return /mariadb/i.test(version)
}

/** What makes a connection behave as those of the other databases do, whatever the server's defaults are. */
export function sessionStatements(version: string, limits: TimeLimits): readonly string[] {
  const statementSeconds = Math.ceil(limits.statementMilliseconds / 1000)
  const idleSeconds = Math.ceil(limits.idleTransactionMilliseconds / 1000)
  const bounds = isMariadb(version)
    ? `max_statement_time = ${statementSeconds}, idle_transaction_timeout = ${idleSeconds}`
    : `max_execution_time = ${limits.statementMilliseconds}`
  return [
    // Not a "repeatable" read: after waiting for a lock a transaction must see what the other one wrote.
    'set session transaction isolation level read committed',
    // A value that does not fit is refused, not cut. Values are escaped by backslashes: none of the modes forbids that.
    `set session sql_mode = 'STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION', lc_messages = 'en_US', innodb_lock_wait_timeout = ${statementSeconds}, ${bounds}`,
  ]
}
