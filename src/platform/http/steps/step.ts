import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest, onRequestHookHandler, RouteHandlerMethod } from 'fastify'

/** A step before a request is handled. Refuses by throwing; returns a promise only if it has to wait. */
export type Step = (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>

/** Sends the response to a request that a step has refused. */
type OnRefused = (error: Error, request: FastifyRequest, reply: FastifyReply) => unknown

/** Combines steps into one. After a step that refuses, none of the following runs. */
export function runInOrder(steps: readonly Step[]): Step {
  const runFrom = (start: number, request: FastifyRequest, reply: FastifyReply): void | Promise<void> => {
    for (let index = start; index < steps.length; index++) {
      const pending = steps[index]?.(request, reply)
      if (pending) return pending.then(() => runFrom(index + 1, request, reply))
    }
  }
  return (request, reply) => runFrom(0, request, reply)
}

/** Returns a promise that never settles, for a step that has sent the response itself. */
export function neverContinue(): Promise<never> {
  return new Promise(() => {})
}

/**
 * The name of every hook of the service. The list of the app's routes shows it for routes that the service knows. It is
 * random, because a function of the app with the same name would hide an unguarded route.
 */
export const HOOK_NAME = `castellanChecks_${randomBytes(8).toString('hex')}`

/**
 * Converts a step to a hook that fails closed. Fastify continues after a hook that throws `undefined` or calls back
 * with it; here everything thrown is an error. Errors go to `onRefused`, or to the scope's error handler.
 */
export function toHook(step: Step, onRefused?: OnRefused): onRequestHookHandler {
  const hook: onRequestHookHandler = (request, reply, done) => {
    const refuse = (thrown: unknown): void => {
      try {
        if (onRefused) onRefused(toError(thrown), request, reply)
        else done(toError(thrown))
      } catch (failure) {
        done(toError(failure))
      }
    }
    let pending: void | Promise<void>
    try {
      pending = step(request, reply)
    } catch (thrown) {
      refuse(thrown)
      return
    }
    if (pending) pending.then(() => done(), refuse)
    else done()
  }
  return Object.defineProperty(hook, 'name', { value: HOOK_NAME })
}

/**
 * Runs a check immediately before the handler. A hook would not do: another plugin's hook can be added after it and
 * wait as long as it likes.
 */
export function checkBeforeHandler(
  handler: RouteHandlerMethod,
  check: Step,
  onRefused: OnRefused,
): RouteHandlerMethod {
  return function (request, reply) {
    const refuse = (thrown: unknown) => onRefused(toError(thrown), request, reply)
    let pending: void | Promise<void>
    try {
      pending = check(request, reply)
    } catch (thrown) {
      return refuse(thrown)
    }
    if (!pending) return handler.call(this, request, reply)
    return pending.then(() => handler.call(this, request, reply), refuse)
  }
}

/** Wraps a thrown value that is not an error. */
export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error('a check failed without an error', { cause: thrown })
}
