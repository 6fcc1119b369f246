import { join } from 'node:path'
import { end, startModule } from '../harness/children.ts'
import type { LoadOrder, LoadOutcome } from './order.ts'

/** Sends requests from a child process. */
export interface Load {
  /** Several orders can run at the same time. */
  run(order: LoadOrder): Promise<LoadOutcome>
  close(): Promise<void>
}

interface Reply {
  readonly id: number
  readonly outcome?: LoadOutcome
  readonly problem?: string
}

/** Starts a load generator in a child process. */
export function startLoad(): Load {
  const child = startModule(join(import.meta.dirname, 'generator.ts'))
  const waiting = new Map<number, { resolve(outcome: LoadOutcome): void; reject(error: Error): void }>()
  let lastId = 0
  child.on('message', ({ id, outcome, problem }: Reply) => {
    const order = waiting.get(id)
    waiting.delete(id)
    if (outcome) order?.resolve(outcome)
    else order?.reject(new Error(problem))
  })
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('the load generator has exited'))
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

/** Returns the outcome. Throws if a request failed. */
export function withoutErrors(outcome: LoadOutcome): LoadOutcome {
  if (outcome.errors > 0) throw new Error(`${outcome.errors} of ${outcome.responses} requests failed`)
  return outcome
}
