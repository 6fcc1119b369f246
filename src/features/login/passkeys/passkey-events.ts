import { appendEvent } from '../../../core/events/event.store.ts'
import { createEventWindows } from '../../../core/events/event-window.store.ts'
import { visibleText } from '../../../core/login-log/visible-text.ts'
import type { RootDatabase } from '../../../platform/database/database.ts'
import { inTransaction } from '../../../platform/database/query/transaction.ts'
import { HOUR_IN_MS } from '../../../platform/runtime/time-units.ts'
import type { CounterRegression } from './passkey-login.ts'

const MAX_ADDRESS_CHARACTERS = 64

/** Creates a function that stores the event of a passkey that may have been copied, once per hour and passkey. */
export function createCounterEvents(
  database: RootDatabase,
  now: () => number,
): (regression: CounterRegression) => Promise<void> {
  return async ({ username, userId, passkeyId, passkey, address }) => {
    await inTransaction(database, async (transaction) => {
      const at = now()
      const { number } = await createEventWindows(transaction).count(
        ['passkey.copied', passkeyId],
        HOUR_IN_MS,
        at,
      )
      if (number > 1) return
      const shownAddress = visibleText(address, MAX_ADDRESS_CHARACTERS)
      const fields = { username, userId, passkey, passkeyId, address: shownAddress }
      await appendEvent(transaction, { kind: 'passkey.copied', fields }, at)
    })
  }
}
