import type { Dialect, DialectAdapter, RawBuilder } from 'kysely'
import type { DatabaseAddress } from './address.ts'
import type { Database, RootDatabase } from './kysely.ts'
import type { TimeLimits } from './time-limits.ts'

/**
 * A database product. Everything in which products differ is in the object that its folder exports; `engines.ts` lists them.
 * See docs/decisions/0013-database-products.md.
 */
export interface Engine {
  readonly sql: SqlDialect
  readonly capabilities: Capabilities
  /** Kysely's adapter class for this product, by which `engineOf` recognizes an open database. */
  readonly Adapter: new () => DialectAdapter
  createDialect(address: DatabaseAddress, options: ConnectionOptions): EngineDialect
  /** Reads which server this is, with one statement. */
  readServer(database: Database): Promise<DatabaseServer>
  /** Throws where the database is not set up in a way that the service can use. */
  assertUsable?(database: RootDatabase): Promise<void>
  /** Runs the work on one connection while no other process migrates the same database. */
  withMigrationLock<T>(database: RootDatabase, work: (connection: RootDatabase) => Promise<T>): Promise<T>
  /** Returns the collation that compares texts by their bytes, for products in which each table has to name it. */
  binaryCollation?(database: RootDatabase): Promise<string>
}

export interface EngineDialect extends Dialect {
  /** Missing where it costs as much as a query. */
  readonly countForeignWrites?: CountForeignWrites
}

/** Returns a number that changes when another connection has written, or undefined if it cannot be read now. */
export type CountForeignWrites = () => number | undefined

/** The server behind an open database. */
export interface DatabaseServer {
  /** The name of the product, such as `PostgreSQL`. */
  readonly product: string
  readonly version: string
  /** The oldest version that the service supports; undefined where the product is part of the service. */
  readonly minVersion: string | undefined
  /** The server's clock; undefined where it is the clock of this machine. */
  readonly timeMs: number | undefined
}

/** The parts of statements that products spell differently. */
export interface SqlDialect {
  readonly name: DatabaseAddress['dialect']
  /** Ends an insert that skips rows whose key exists. */
  readonly skipExisting: RawBuilder<unknown>
  /** Ends an insert that overwrites these columns of rows whose id exists. */
  overwriteExisting(columns: readonly string[]): RawBuilder<unknown>
  /** Follows the name of a table that is to be read by this index. */
  indexHint(index: string): RawBuilder<unknown>
  /** Finds texts by a part of them. Undefined where the product has no index for it. */
  readonly trigrams?: TrigramIndex
}

/**
 * An index of all sequences of three characters in `user_search`. Where it is not a table of its own, the database uses it for
 * the condition that a text contains another one.
 */
interface TrigramIndex {
  readonly table: string
  readonly key: string
  /** Whether this database has the index: not every server allows it. */
  exists(database: Database): Promise<boolean>
  /** Matches at least the rows whose texts contain this one, which has three characters or more. */
  mayContain(text: string): RawBuilder<unknown>
}

export interface Capabilities {
  /** True where queries run in this process: a query blocks the event loop, and polling costs next to nothing. */
  readonly embedded: boolean
  /** Undefined where a transaction locks the whole database. */
  readonly rowLocks: RowLocks | undefined
  /** Undefined where the product cannot notify other processes. */
  readonly notifications: NotificationCapability | undefined
  readonly backup: BackupCapability | ExternalBackup
}

/** The clauses at the end of a select that lock its rows. */
interface RowLocks {
  readonly share: RawBuilder<unknown>
  readonly update: RawBuilder<unknown>
}

interface NotificationCapability {
  /** Notifies all listeners when the transaction commits. */
  notify(database: Database, channel: string): Promise<void>
  /** Listens until the returned function is called, and reconnects after an outage. */
  listen(options: ListenOptions): Promise<() => Promise<void>>
}

export interface ListenOptions {
  readonly address: DatabaseAddress
  readonly channel: string
  readonly onNotification: () => void
  /** Called once per outage. */
  readonly onProblem: (error: unknown) => void
}

export interface BackupCapability {
  /** Writes a consistent copy of the database to a new file while the database is in use, and verifies the file. */
  backUp(database: RootDatabase, file: string, openDatabase: OpenDatabase): Promise<void>
  /** Replaces the contents of the database by those of a backup, in one transaction, while the database is in use. */
  restore(options: RestoreOptions): Promise<void>
}

export interface RestoreOptions {
  readonly database: RootDatabase
  readonly file: string
  readonly openDatabase: OpenDatabase
  /** Runs in the transaction of the restore. All sessions so far have an id up to this one, later ones a greater id. */
  readonly afterwards: (transaction: RootDatabase, lastSessionId: number) => Promise<void>
}

/** Opens and migrates the database of a URL. */
export type OpenDatabase = (
  url: string,
  options?: { readonly migrate?: boolean; readonly mustExist?: boolean; readonly readOnly?: boolean },
) => Promise<{ readonly database: RootDatabase; readonly close: () => Promise<void> }>

/** The programs with which operators back up a database server. */
interface ExternalBackup {
  readonly externalTools: string
}

export interface ConnectionOptions {
  readonly poolSize: number
  readonly limits: TimeLimits
  /** Whether nothing may be changed: neither the file of an embedded database, nor rows by the sessions on a server. */
  readonly readOnly?: boolean | undefined
  /** The size of the page cache of an embedded database. */
  readonly cacheKibibytes?: number | undefined
}
