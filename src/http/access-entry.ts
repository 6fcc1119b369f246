import type { RefusalReason } from '../refusal.ts'

/** What the log says of a request that was answered. */
export interface AccessEntry {
  readonly reqId: string
  readonly method: string
  /** The path alone, never the query: a token may stand there. */
  readonly path: string
  readonly status: number
  readonly refusal: RefusalReason | undefined
  readonly user: string | undefined
  readonly address: string
  /** Until there was an answer; of one that is sent piece by piece, until its end. */
  readonly ms: number
}

export type AccessLog = (entry: AccessEntry) => void
