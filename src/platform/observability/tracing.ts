import type { OnQuery } from '../database/database.ts'
import type { RefusalReason } from '../refusal/refusal.ts'

/** The values of a span. They never contain tokens, passwords, captchas, query strings or names of users. */
export type SpanAttributes = Readonly<Record<string, string | number>>

interface RequestResponse {
  readonly method: string
  /** The declared route; undefined for a path without a route. */
  readonly route: string | undefined
  readonly status: number
  readonly refusal: RefusalReason | undefined
  readonly requestId: string
}

export interface RequestSpan {
  /** Runs the rest of a request. Spans that start in it belong to the request. */
  run(work: () => void): void
  end(response: RequestResponse): void
}

export interface UpstreamSpan {
  /** The header of the request to the upstream service (W3C Trace Context). */
  readonly traceparent: string | undefined
  end(result: string | number): void
}

/** Records what a request did and how long it took. */
export interface Tracing {
  /** `traceparent` is the header of a trusted proxy. */
  startRequest(traceparent: string | undefined): RequestSpan
  /** Runs work in a span of the current request. Without a request, or one that is not sampled, it only runs the work. */
  span<Result>(
    name: string,
    work: () => Result,
    attributesOf?: (result: Awaited<Result>) => SpanAttributes,
  ): Result
  startUpstreamRequest(prefix: string): UpstreamSpan
  query: OnQuery
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
