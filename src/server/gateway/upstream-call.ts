import type { RefusalReason } from '../../foundation/refusal/refusal.ts'

/** A request to an upstream service, for metrics and traces. */
export interface UpstreamCall {
  /** The header that names the trace of the request; undefined if requests are not traced. */
  readonly traceparent: string | undefined
  /** Called with the status of the response, or with why there is none. */
  end(result: number | 'websocket' | 'client-disconnected' | RefusalReason): void
}
