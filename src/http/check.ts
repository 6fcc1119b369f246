import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'

/** Looks at a request before anything is done for it. Refuses by throwing, and waits only where it must. */
export type Check = (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>

/**
 * The check as a hook that fails closed. Fastify takes a hook that throws `undefined`, or calls back with it, for one
 * that has passed, and skips those after it: here whatever is thrown is an error.
 */
export function hookOf(check: Check): onRequestHookHandler {
  return (request, reply, done) => {
    let waiting: void | Promise<void>
    try {
      waiting = check(request, reply)
    } catch (thrown) {
      done(errorOf(thrown))
      return
    }
    // Without a promise where there is none: this stands in the way of every request.
    if (waiting) doneAfter(waiting, done)
    else done()
  }
}

function doneAfter(waiting: Promise<void>, done: (error?: Error) => void): void {
  waiting.then(
    () => done(),
    (thrown: unknown) => done(errorOf(thrown)),
  )
}

/** Whatever was thrown, as an error that nobody takes for none. */
export function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error('a check failed without an error', { cause: thrown })
}
