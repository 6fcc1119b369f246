/** Holds small values for a short while, and counts. */
export interface ShortLivedStore {
  /** Answers false, and keeps nothing, where there is no room for another value. */
  put(key: string, value: string, lifetimeSeconds: number): Promise<boolean>
  /** The value, which is gone from then on; undefined where there is none or its time is over. */
  take(key: string): Promise<string | undefined>
  /** Counts one more under this key, from 1 in every window. */
  count(key: string, windowSeconds: number): Promise<Count>
  /** Whether it can be asked right now. A store that does not say always can. */
  isUp?(): boolean
  close(): Promise<void>
}

export interface Count {
  readonly count: number
  /** Until the window ends and counting starts anew. */
  readonly secondsLeft: number
}
