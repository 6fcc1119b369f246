import type { ConnectionOptions } from '../engine.ts'

/** Returns whether a server's version string is one of MariaDB. */
export function isMariadb(version: string): boolean {
  return /mariadb/i.test(version)
}

/** Returns the statements that set up a connection to behave like those of the other products, whatever the server's defaults are. */
export function sessionStatements(
  version: string,
  { limits, readOnly = false }: Pick<ConnectionOptions, 'limits' | 'readOnly'>,
): readonly string[] {
  const statementSeconds = Math.ceil(limits.statementMilliseconds / 1000)
  const idleSeconds = Math.ceil(limits.idleTransactionMilliseconds / 1000)
  const bounds = isMariadb(version)
    ? `max_statement_time = ${statementSeconds}, idle_transaction_timeout = ${idleSeconds}`
    : `max_execution_time = ${limits.statementMilliseconds}`
  return [
    // Not repeatable read: after waiting for a lock, a transaction must see what the other one wrote.
    'set session transaction isolation level read committed',
    ...(readOnly ? ['set session transaction read only'] : []),
    // A value that does not fit is refused, not truncated. `mysql2` escapes with backslashes, so NO_BACKSLASH_ESCAPES must be off.
    `set session sql_mode = 'STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION', lc_messages = 'en_US', innodb_lock_wait_timeout = ${statementSeconds}, ${bounds}`,
  ]
}
