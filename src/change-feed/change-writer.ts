import type { RootDatabase, Transaction } from '../database/database.ts'
import { type ChangeKind, createChangeStore } from './change.store.ts'

export interface ChangeWriter {
  /** Runs the work and notes what kinds of thing it changed, in one transaction. */
  write<T>(kinds: readonly ChangeKind[], work: (transaction: Transaction) => Promise<T>): Promise<T>
}

/** Writes without following: for a process that decides nothing itself, such as a command. */
export function createChangeWriter(database: RootDatabase, now: () => number): ChangeWriter {
  return {
    write: (kinds, work) =>
      database.transaction().execute(async (transaction) => {
        const result = await work(transaction)
        await createChangeStore(transaction).append(kinds, now())
        return result
      }),
  }
}
