import type { RootDatabase } from '../../database/database.ts'
import { engineOf } from '../../database/engines.ts'

/** The answer to a slower measurement says little about the time, and counts only if there is no other. */
const MAX_ROUND_TRIP_MS = 1000

/**
 * Creates the clock by which all nodes decide when something ends. It adds the monotonic clock of the process to a time that was
 * read from the database once, so that it stays correct on a node that has lost its database, and so that nothing becomes valid
 * again when a clock is set back.
 */
export async function openDatabaseClock({
  readTime,
  uptimeMs,
}: {
  readonly readTime: () => Promise<number>
  /** A monotonic clock. */
  readonly uptimeMs: () => number
}) {
  let offsetMs: number | undefined
  let latest = Number.NEGATIVE_INFINITY

  /** Compares the clock of the database with the monotonic clock of this process. */
  async function measure(): Promise<void> {
    const sentAt = uptimeMs()
    const time = await readTime()
    const roundTripMs = uptimeMs() - sentAt
    if (offsetMs !== undefined && roundTripMs > MAX_ROUND_TRIP_MS) return
    // As if the time had been read when the question was sent: the clock may be early by a round trip, but never late.
    offsetMs = time - sentAt
  }

  await measure()
  return {
    /** Returns whole milliseconds since 1970. It needs no database and never returns less than before. */
    now(): number {
      latest = Math.max(latest, Math.ceil(uptimeMs() + (offsetMs ?? 0)))
      return latest
    },
    measure,
  }
}

/** Returns the time of a database. An embedded one has the clock of this machine. */
export async function readDatabaseTime(database: RootDatabase, now: () => number): Promise<number> {
  const engine = engineOf(database)
  if (engine.capabilities.embedded) return now()
  return (await engine.readServer(database)).timeMs ?? now()
}
