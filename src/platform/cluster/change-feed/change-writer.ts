import type { RootDatabase, Transaction } from '../../database/database.ts'
import { inTransaction } from '../../database/query/transaction.ts'
import { createChangeStore } from './change.store.ts'
import type { NewChange } from './change-records.ts'

/** The result of a write and the version of its change. */
export interface Written<T> {
  readonly value: T
  readonly version: number
}

export interface ChangeWriter {
  /**
   * Runs the work and records its changes in one transaction. The changes are read after the work, which may add to them.
   */
  write<T>(changes: Iterable<NewChange>, work: (transaction: Transaction) => Promise<T>): Promise<Written<T>>
}

/** Creates a writer for a process that does not apply changes itself, such as a command. */
export function createChangeWriter(database: RootDatabase, now: () => number): ChangeWriter {
  return {
    write: (changes, work) =>
      inTransaction(database, async (transaction) => {
        const value = await work(transaction)
        const version = await createChangeStore(transaction).append([...changes], now())
        return { value, version }
      }),
  }
}

/**
 * Creates a writer that undoes everything: a change is checked like any other, and its result is returned.
 * See docs/decisions/0070-previews-of-data-scopes.md.
 */
export function createDryRunWriter(database: RootDatabase): ChangeWriter {
  return {
    async write(_changes, work) {
      let written: { readonly value: Awaited<ReturnType<typeof work>> } | undefined
      const undo = new Error('undone')
      try {
        await inTransaction(database, async (transaction) => {
          written = { value: await work(transaction) }
          throw undo
        })
      } catch (error) {
        if (error !== undo || written === undefined) throw error
      }
      if (written === undefined) throw undo
      return { value: written.value, version: 0 }
    },
  }
}

/** A resource after a change, with the version of the change. */
export type Changed<T> = T & { readonly version: number }
