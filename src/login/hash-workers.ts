import type { Worker } from 'node:worker_threads'
import { Refusal } from '../refusal.ts'
import type { HashResult, HashWork } from './hash-work.ts'
import { createHashThread, type HashThread, startHashThread } from './hash-worker-thread.ts'

export interface HashWorkers {
  /** Rejects where the thread dies over it. */
  run(work: HashWork): Promise<HashResult>
  /** Finishes what is under way and ends the threads. */
  close(): Promise<void>
}

export interface HashWorkersOptions {
  readonly threads: number
  /** How long a thread stays without work. */
  readonly idleSeconds?: number
  readonly start?: () => Worker
}

/**
 * Threads that do nothing but hash, each started when it is needed and ended after a while without work.
 *
 * Not those that the process keeps for everything: for the figure `logins`, these can be given work ahead, and for the
 * figure `storm` they make way for everybody else.
 */
export function createHashWorkers({
  threads,
  idleSeconds = 60,
  start = startHashThread,
}: HashWorkersOptions): HashWorkers {
  const hired = new Set<HashThread>()
  let closed = false

  function hire(): HashThread {
    const thread = createHashThread({ start, idleSeconds, onGone: () => hired.delete(thread) })
    return thread
  }

  /**
   * An idle one, or one more, or else, of those with the least to do, the one that got it first. It will be done first if all work
   * takes equally long, as nearly all does.
   */
  function choose(): HashThread {
    const [best] = [...hired].sort((one, other) => one.underWay - other.underWay)
    const isAnotherNeeded = hired.size < threads && best?.underWay !== 0
    const chosen = best === undefined || isAnotherNeeded ? hire() : best
    // Moved to the end: they stand in the order in which they got something to do.
    hired.delete(chosen)
    hired.add(chosen)
    return chosen
  }

  return {
    async run(work) {
      if (closed) throw new Refusal('unavailable')
      return choose().run(work)
    },

    async close() {
      closed = true
      await Promise.all([...hired].map((thread) => thread.finish()))
    },
  }
}
