import { appendEvent } from '../../../core/events/event.store.ts'
import { createEventWindows, type Subject } from '../../../core/events/event-window.store.ts'
import { createRoleHolderStore } from '../../../core/role/role-holder.store.ts'
import type { Transaction } from '../../../platform/database/database.ts'

/** With one confirmer, only somebody else could make changes. */
export const MIN_CONFIRMERS = 2

/** Returns what is wrong with the number of enabled users with the role `admin` without an end, and what to do. */
export function problemOfConfirmers(
  count: number,
): { readonly found: string; readonly fix: string } | undefined {
  if (count >= MIN_CONFIRMERS) return undefined
  return {
    found: `administration.fourEyes.operations requires two enabled users with the role admin without an end, who confirm the changes of each other, and there ${count === 1 ? 'is 1' : 'are none'}: changes that need a confirmation are refused`,
    fix: 'add them on this machine with: castellan user add NAME --role admin (or castellan user enable NAME). Or remove the setting',
  }
}

const REPORTED: Subject = ['too-few-confirmers']

/** Stores an event if there are too few confirmers, once until there are enough again. Returns how many there are. */
export async function reportTooFewConfirmers(transaction: Transaction, at: number): Promise<number> {
  const { length: count } = await createRoleHolderStore(transaction).confirmerIds()
  const windows = createEventWindows(transaction)
  if (count >= MIN_CONFIRMERS) await windows.forget(REPORTED)
  else if (await windows.isFirst(REPORTED))
    await appendEvent(transaction, { kind: 'four-eyes.too-few-confirmers', fields: { count } }, at)
  return count
}
