import { constants, getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { type HashWork, resultOf } from './hash-work.ts'

const LOWER_BY = 10

// The thread behind `hash-workers.ts`: takes work and answers each with its result, in the same order.
makeWay()
parentPort?.on('message', (work: HashWork) => parentPort?.postMessage(resultOf(work)))

/**
 * For the figure `storm`: where there are fewer cores than threads with something to do, the event loop goes first. On Linux a
 * thread has a priority of its own; elsewhere it is that of the whole process.
 */
function makeWay(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + LOWER_BY))
  } catch {
    // Where that is forbidden, passwords are hashed all the same.
  }
}
