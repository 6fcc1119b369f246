import type { Kysely } from 'kysely'
import type { DialectName } from './dialect.ts'
import type { Tables } from './tables.ts'

/** What a migration works on. */
export interface MigrationContext {
  readonly database: Kysely<Tables>
  readonly dialect: DialectName
  /** How MySQL and MariaDB compare texts: by their bytes, trailing spaces included. Each has a name of its own for it. */
  readonly collation: string
}

/**
 * On SQLite and PostgreSQL a migration is done whole or not at all. MySQL commits each change of a table by itself, so a
 * migration must be able to begin again after it was interrupted: make what is missing, leave what is there.
 */
export type Migration = (context: MigrationContext) => Promise<void>

export type NamedMigration = readonly [name: string, run: Migration]
