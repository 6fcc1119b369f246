import { join } from 'node:path'
import { end, startModule } from '../harness/children.ts'
import { goFirst, makeWay } from '../harness/priority.ts'
import type { LoadOrder, LoadOutcome } from './order.ts'

/** Sends requests from a process of its own. */
export interface Load {
  /** Several may be under way at once. */
  run(order: LoadOrder): Promise<LoadOutcome>
  close(): Promise<void>
}

interface Reply {
  readonly id: number
  readonly outcome?: LoadOutcome
  readonly problem?: string
}

/** On one thread, and with room for all that it leaves behind: whatever else it did would be missing to whoever is measured. */
const QUIETLY = ['--single-threaded', '--min-semi-space-size=64', '--max-semi-space-size=64']

/**
 * One that makes way takes no core that others on this machine ask for, as clients elsewhere would not; one that goes first
 * waits for none.
 */
export function startLoad({ makesWay = false, goesFirst = false } = {}): Load {
  const child = startModule(join(import.meta.dirname, 'generator.ts'), { execArgv: QUIETLY })
  if (makesWay && child.pid !== undefined) makeWay(child.pid)
  if (goesFirst && child.pid !== undefined) goFirst(child.pid)
  const waiting = new Map<number, { resolve(outcome: LoadOutcome): void; reject(error: Error): void }>()
  let lastId = 0
  child.on('message', ({ id, outcome, problem }: Reply) => {
    const order = waiting.get(id)
    waiting.delete(id)
    if (outcome) order?.resolve(outcome)
    else order?.reject(new Error(problem))
  })
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('the load generator is gone'))
  })
  return {
    run: (order) =>
      new Promise((resolve, reject) => {
        lastId++
        waiting.set(lastId, { resolve, reject })
        child.send({ id: lastId, order })
      }),
    close: () => end(child),
  }
}

/** An outcome without which a figure would mean nothing: all answered, and with yes. */
export function withoutErrors(outcome: LoadOutcome): LoadOutcome {
  if (outcome.errors > 0)
    throw new Error(`${outcome.errors} of ${outcome.answers} requests were not answered with yes`)
  return outcome
}
