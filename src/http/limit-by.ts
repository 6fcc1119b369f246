import type { Check } from './check.ts'
import { addressOf } from './client.ts'
import type { RateLimit } from './rate-limit.ts'

/** Counts every request of a scope against a limit, before anything else is done for it. */
export function limitBy(rateLimit: RateLimit): Check {
  return (request) => rateLimit.admit(addressOf(request))
}
