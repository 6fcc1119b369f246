import type { onRequestHookHandler } from 'fastify'
import { addressOf } from './client.ts'
import type { RateLimit } from './rate-limit.ts'

/** Counts every request of a scope against a limit, before anything else is done for it. */
export function limitBy(rateLimit: RateLimit): onRequestHookHandler {
  return (request, _reply, done) => {
    try {
      const waiting = rateLimit.admit(addressOf(request))
      if (waiting) {
        waiting.then(() => done(), done)
        return
      }
    } catch (error) {
      done(error instanceof Error ? error : new Error('the rate limit failed'))
      return
    }
    done()
  }
}
