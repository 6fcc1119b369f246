import type { RefusalReason } from '../../foundation/refusal/refusal.ts'

/** The values of a span. They never contain tokens, passwords, captchas, query strings or names of users. */
export type SpanAttributes = Readonly<Record<string, string | number>>

export interface RequestSpan {
  /** Runs the rest of a request. Spans that start in it belong to the request. */
  run(work: () => void): void
  end(response: RequestResponse): void
}

interface RequestResponse {
  readonly method: string
  /** The declared route; undefined for a path without a route. */
  readonly route: string | undefined
  readonly status: number
  readonly refusal: RefusalReason | undefined
  readonly requestId: string
}

interface UpstreamSpan {
  /** The header of the request to the upstream service (W3C Trace Context). */
  readonly traceparent: string | undefined
  end(result: string | number): void
}

interface ExecutedQuery {
  /** With placeholders instead of values. */
  readonly sql: string
  readonly durationMs: number
  readonly failed: boolean
}

/** Records what a request did and how long it took. */
export interface Tracing {
  /** `traceparent` is the header of a trusted proxy. */
  startRequest(traceparent: string | undefined): RequestSpan
  /** Runs work in a span of the current request. Without a request, or one that is not sampled, it only runs the work. */
  span<T>(name: string, work: () => T, attributesOf?: (result: Awaited<T>) => SpanAttributes): T
  startUpstreamRequest(prefix: string): UpstreamSpan
  query(query: ExecutedQuery): void
  /** Sends what is recorded, within a time limit. */
  close(): Promise<void>
}

/** Returns the function with a span around each call. */
export function traced<Args extends unknown[], Result>(
  tracing: Pick<Tracing, 'span'> | undefined,
  name: string,
  work: (...args: Args) => Result,
): (...args: Args) => Result {
  return tracing ? (...args) => tracing.span(name, () => work(...args)) : work
}
