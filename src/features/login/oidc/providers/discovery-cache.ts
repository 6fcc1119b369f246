import { HOUR_IN_MS } from '../../../../platform/runtime/time-units.ts'

const REFRESH_AFTER_MS = HOUR_IN_MS
const RETRY_AFTER_MS = 5000

interface DiscoveryCacheOptions<Metadata> {
  readonly discover: () => Promise<Metadata>
  readonly now: () => number
}

/**
 * Creates a function that returns what a provider says about itself. It is read at the first login and again every hour. While
 * it cannot be read again, the last one is used. After a failure without an earlier success, the next attempts within a few
 * seconds fail immediately, so that logins do not wait one after the other.
 */
export function createDiscoveryCache<Metadata>({ discover, now }: DiscoveryCacheOptions<Metadata>) {
  let last: { readonly metadata: Metadata; readonly checkedAt: number } | undefined
  let failed: { readonly error: unknown; readonly at: number } | undefined
  let running: Promise<Metadata> | undefined

  const hasElapsed = (since: number, durationMs: number): boolean => {
    const elapsed = now() - since
    // A clock that was set back must not delay the next attempt.
    return elapsed >= durationMs || elapsed < 0
  }

  const read = async (): Promise<Metadata> => {
    try {
      // Connections that the provider has closed fail once.
      const metadata = await discover().catch(discover)
      last = { metadata, checkedAt: now() }
      failed = undefined
      return metadata
    } catch (error) {
      failed = { error, at: now() }
      if (last === undefined) throw error
      return last.metadata
    } finally {
      running = undefined
    }
  }

  return async (): Promise<Metadata> => {
    if (last !== undefined && !hasElapsed(last.checkedAt, REFRESH_AFTER_MS)) return last.metadata
    if (running !== undefined) return running
    if (failed !== undefined && !hasElapsed(failed.at, RETRY_AFTER_MS)) {
      if (last === undefined) throw failed.error
      return last.metadata
    }
    running = read()
    return running
  }
}
