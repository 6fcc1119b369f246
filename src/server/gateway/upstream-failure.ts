import { Refusal } from '../../foundation/refusal/refusal.ts'

const TIMEOUT_CODES: ReadonlySet<string> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
])

/** Returns the refusal that the client gets for a failed request. */
export function failureToRefusal(failure: Error): Refusal {
  if (failure instanceof Refusal) return failure
  const code = 'code' in failure ? String(failure.code) : ''
  return new Refusal(TIMEOUT_CODES.has(code) ? 'upstream-timeout' : 'upstream-unavailable')
}

/** Whether the upstream service, and not the client, caused the failure. */
export function isUpstreamFailure({ reason }: Refusal): boolean {
  return reason === 'upstream-unavailable' || reason === 'upstream-timeout'
}
