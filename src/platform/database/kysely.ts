import type { Kysely, Transaction as KyselyTransaction } from 'kysely'
import type { Tables } from '../../features/tables.ts'

export type RootDatabase = Kysely<Tables>
export type Transaction = KyselyTransaction<Tables>
/** The database or a transaction in it: stores accept both. */
export type Database = RootDatabase | Transaction
