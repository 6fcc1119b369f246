/**
 * How many captchas and unfinished logins (one-time codes, logins at providers, passkeys, second factors) are stored at the same
 * time. It limits the memory that they use.
 */
export const MAX_ENTRIES = 100_000

/** Stores small values for a short time, and counts requests. */
export interface ShortLivedStore {
  /** Stores a value. Returns false, and stores nothing, if the store is full. */
  put(key: string, value: string, lifetimeSeconds: number): Promise<boolean>
  /** Removes a value and returns it; undefined if there is none or it has expired. */
  take(key: string): Promise<string | undefined>
  /** Increments the count of this key, which starts at 1 in every window. */
  count(key: string, windowSeconds: number): Promise<Count>
  /** Returns whether the store is reachable. A store without this function always is. */
  isUp?(): boolean
  close(): Promise<void>
}

export interface Count {
  readonly count: number
  /** Until the window ends and counting restarts. */
  readonly secondsLeft: number
}
