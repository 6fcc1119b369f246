import type { RootDatabase, Transaction } from '../database/database.ts'
import { inTransaction } from '../database/transaction.ts'
import { type ChangeKind, createChangeStore } from './change.store.ts'

/** What a write gave, and the version at which it is in force. */
export interface Written<T> {
  readonly value: T
  readonly version: number
}

export interface ChangeWriter {
  /**
   * Runs the work and notes what kinds of thing it changed, in one transaction. The kinds are read after the work, which
   * may add to them.
   */
  write<T>(kinds: Iterable<ChangeKind>, work: (transaction: Transaction) => Promise<T>): Promise<Written<T>>
}

/** Writes without following: for a process that decides nothing itself, such as a command. */
export function createChangeWriter(database: RootDatabase, now: () => number): ChangeWriter {
  return {
    write: (kinds, work) =>
      inTransaction(database, async (transaction) => {
        const value = await work(transaction)
        const version = await createChangeStore(transaction).append([...kinds], now())
        return { value, version }
      }),
  }
}

/** A thing as it is after a change, and the version at which it is. */
export type Changed<T> = T & { readonly version: number }
