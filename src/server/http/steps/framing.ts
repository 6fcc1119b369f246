import { isWellFramed } from '../../../authorization/guard/framing.ts'
import { isConnectionRefused, refuseConnection } from '../../../authorization/guard/refused-connections.ts'
import { Refusal } from '../../../foundation/refusal/refusal.ts'
import { setStandardHeaders } from '../responses/response-headers.ts'
import type { Check } from './check.ts'

/** Refuses requests that can be read in two ways, and all that follow on their connection. */
export const framingCheck: Check = (request, reply) => {
  if (isWellFramed(request.raw) && !isConnectionRefused(request.raw)) return
  // Immediately and not with the response: the next request of the connection may be handled before it is sent.
  refuseConnection(request.raw)
  setStandardHeaders(request, reply)
  throw new Refusal('request-malformed')
}
