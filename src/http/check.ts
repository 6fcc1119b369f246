import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'

/** A step before a request is handled, nearly always a check. Refuses by throwing, and waits only where it must. */
export type Check = (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>

type Done = (error?: Error) => void

/** What becomes of a request that a check has stopped. */
type Stopped = (error: Error, request: FastifyRequest, reply: FastifyReply, done: Done) => void

/**
 * One check after the other: behind one that refuses, none runs. For the figures `protected-*`: as hooks of their own they
 * cost as much again.
 */
export function inOrder(checks: readonly Check[]): Check {
  return checks.reduceRight<Check>(
    (next, check) => (request, reply) => {
      const waiting = check(request, reply)
      // Without a promise where there is none: this stands in the way of every request.
      return waiting ? waiting.then(() => next(request, reply)) : next(request, reply)
    },
    () => {},
  )
}

/** For a check that has answered by itself: nothing comes after it. */
export function nothingMore(): Promise<never> {
  return new Promise(() => {})
}

/**
 * The check as a hook that fails closed. Fastify takes a hook that throws `undefined`, or calls back with it, for one
 * that has passed, and skips those after it: here whatever is thrown is an error.
 */
export function hookOf(check: Check, stopped: Stopped = handOn): onRequestHookHandler {
  return (request, reply, done) => {
    let waiting: void | Promise<void>
    try {
      waiting = check(request, reply)
    } catch (thrown) {
      stopped(errorOf(thrown), request, reply, done)
      return
    }
    if (!waiting) done()
    else
      waiting.then(
        () => done(),
        (thrown: unknown) => stopped(errorOf(thrown), request, reply, done),
      )
  }
}

/** To the error handler. */
const handOn: Stopped = (error, _request, _reply, done) => done(error)

/** Whatever was thrown, as an error that nobody takes for none. */
export function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error('a check failed without an error', { cause: thrown })
}
