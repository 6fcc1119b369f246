import type { Worker } from 'node:worker_threads'
import { siblingProgram } from '../program-file.ts'
import { startWorkerThread } from '../worker-thread.ts'
import type { SqliteModuleName } from './sqlite-module.ts'

/** Has what SQLite has written ahead into its log written back into the database. */
export interface Checkpoints {
  /** To be told whenever the database has been used. */
  noteUse(): void
  /** Lets the thread finish what is under way, and go. */
  close(): Promise<void>
}

export interface CheckpointsOptions {
  readonly start: () => Worker
  /** After so many uses there is something to write back. */
  readonly uses?: number
}

export interface CheckpointWork {
  readonly path: string
  /** The one that is in use: two of them in one process would take each other's locks away. */
  readonly module: SqliteModuleName
}

/** Some fifty logins, or a thousand pages. */
const USES = 250

/**
 * For the figure `storm`: a checkpoint waits for the disk, and whoever commits would wait with it. So a thread does it, which is
 * started when there is something to do. Where there is none any more, SQLite does it by itself with a commit, only later.
 */
export function createCheckpoints({ start, uses = USES }: CheckpointsOptions): Checkpoints {
  let worker: Worker | undefined
  let isBusy = false
  let isOver = false
  let noted = 0

  function hire(): Worker | undefined {
    try {
      const thread = start()
      // While it has nothing to do, or is at it, the process may end.
      thread.unref()
      thread.on('message', () => {
        isBusy = false
      })
      // Its end is told as well. An error that nobody listens to would end the process.
      thread.on('error', () => {})
      thread.once('exit', giveUp)
      return thread
    } catch {
      giveUp()
      return undefined
    }
  }

  function giveUp(): void {
    isOver = true
    worker = undefined
  }

  return {
    noteUse() {
      noted++
      if (noted < uses || isBusy || isOver) return
      noted = 0
      isBusy = true
      worker ??= hire()
      worker?.postMessage('checkpoint')
    },

    async close() {
      isOver = true
      if (!worker) return
      const thread = worker
      const gone = new Promise((resolve) => thread.once('exit', resolve))
      // Whoever closes waits for it, and the process with them.
      thread.ref()
      thread.postMessage('close')
      await gone
    },
  }
}

export function startCheckpointThread(work: CheckpointWork): Worker {
  const program = siblingProgram(import.meta.url, './sqlite-checkpoint-worker')
  return startWorkerThread(program, { name: 'sqlite-checkpoint', workerData: work })
}
