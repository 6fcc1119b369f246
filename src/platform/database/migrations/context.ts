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
 * The first migration creates the declared tables. After the first release, they stay as they are: a later migration declares its columns
 * itself, and the type of the table has both. So a change of the program does not change what a released migration does.
 */
export type Migration = (context: MigrationContext) => Promise<void>

export type NamedMigration = readonly [name: string, run: Migration]
