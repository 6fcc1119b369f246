import { setImmediate } from 'node:timers/promises'

/** Without others having their turn; they may have been held up by something else than their work. */
const LONGEST_GO_MILLISECONDS = 2

interface CourtesyOptions {
  /** Milliseconds that only go forward. */
  readonly now?: () => number
  readonly nextTurn?: () => Promise<void>
}

/**
 * Lets others go first, and then takes as long as they took before it does so again: where protected calls fill every turn of
 * the event loop, logins and the loading of a policy still get on.
 */
export function createCourtesy({
  now = () => performance.now(),
  nextTurn = () => setImmediate(),
}: CourtesyOptions = {}): () => Promise<void> {
  let oursUntil = 0
  return async () => {
    const begin = now()
    if (begin < oursUntil) return
    // Twice: the first may come right after the events that are being handled, the second only after a new look for events.
    await nextTurn()
    await nextTurn()
    const end = now()
    oursUntil = end + Math.min(end - begin, LONGEST_GO_MILLISECONDS)
  }
}
