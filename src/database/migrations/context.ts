import type { QueryExecutorProvider, SchemaModule } from 'kysely'

/** The database that a migration changes. */
export interface MigrationContext {
  readonly database: MigrationDatabase
  readonly dialect: 'sqlite' | 'postgres' | 'mysql'
  /** The collation with which MySQL and MariaDB compare texts by their bytes, trailing spaces included; else empty. */
  readonly collation: string
}

/** Kysely without the types of the tables: those of the program change, those of a migration do not. */
interface MigrationDatabase extends QueryExecutorProvider {
  readonly schema: SchemaModule
}

/**
 * SQLite and PostgreSQL apply a migration completely or not at all. MySQL commits each change of a table by itself, so a
 * migration must be resumable after an interruption: it creates what is missing and skips what exists.
 *
 * Migrations import only from this folder, so that a later change of the program does not change what they do.
 */
export type Migration = (context: MigrationContext) => Promise<void>

export type NamedMigration = readonly [name: string, run: Migration]
