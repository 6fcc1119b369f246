import type { RefusalReason } from '../refusal.ts'

/** Called with the status of a response of an upstream service, or with why there is none. */
export type OnUpstreamResult = (result: number | 'websocket' | RefusalReason, seconds: number) => void

/** Returns the time since a moment of `performance.now()`. */
export function secondsSince(startedAtMs: number): number {
  return (performance.now() - startedAtMs) / 1000
}
