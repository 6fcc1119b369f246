import type { CounterRegression } from '../../authentication/passkey/passkey-login.ts'
import type { RootDatabase } from '../../database/database.ts'
import { inTransaction } from '../../database/transaction.ts'
import { visibleText } from '../../logs/login-log/visible-text.ts'
import { appendEvent } from '../../observability/events/event.store.ts'
import { createEventWindows } from '../../observability/events/event-window.store.ts'

const HOUR_MS = 60 * 60 * 1000
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
        HOUR_MS,
        at,
      )
      if (number > 1) return
      const shownAddress = visibleText(address, MAX_ADDRESS_CHARACTERS)
      const fields = { username, userId, passkey, passkeyId, address: shownAddress }
      await appendEvent(transaction, { kind: 'passkey.copied', fields }, at)
    })
  }
}
