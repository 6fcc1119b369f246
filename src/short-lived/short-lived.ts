/** Holds small values for a short while. Each can be taken once. */
export interface ShortLivedStore {
  /** Answers false, and keeps nothing, where there is no room for another value. */
  put(key: string, value: string, lifetimeSeconds: number): Promise<boolean>
  /** The value, which is gone from then on; undefined where there is none or its time is over. */
  take(key: string): Promise<string | undefined>
  close(): Promise<void>
}
