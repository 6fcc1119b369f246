import type { RefusalReason } from '../refusal/refusal.ts'

export interface ObservedRequest {
  readonly method: string
  /** The declared route; undefined for a path without a route. */
  readonly route: string | undefined
  readonly code: number
  /** From the arrival to the start of the response: a stream may last for hours. */
  readonly seconds: number
}

/** Why a call is allowed: its role, the exclusion list, a route without a permission check, or a rule. */
export const REASONS_OF_ALLOWED = ['admin', 'excluded', 'identity', 'rule'] as const

export type ReasonOfDecision = (typeof REASONS_OF_ALLOWED)[number] | RefusalReason

/** The status of a response, or why there is none. */
export type UpstreamResult = number | 'websocket' | 'client-disconnected' | RefusalReason

export interface MetricsText {
  readonly contentType: string
  readonly text: string
}

/** Counts what the service does. */
export interface Metrics {
  request(request: ObservedRequest): void
  refusal(reason: RefusalReason): void
  decision(result: 'allowed' | 'refused', reason: ReasonOfDecision): void
  /** The method is empty if the request named none that is known. */
  login(result: 'success' | 'failure' | 'pending', reason: 'logged-in' | RefusalReason, method: string): void
  /** A data scope that resolved to no rows. The reason is one of a closed list. */
  emptyScope(reason: string): void
  upstreamRequest(upstream: string, result: UpstreamResult, seconds: number): void
  /** Returns all metrics in the text format of Prometheus. */
  text(): Promise<MetricsText>
  /** Returns all metrics as JSON, for the parent process. */
  snapshot(): Promise<readonly object[]>
  close(): Promise<void>
}
