import type { Worker } from 'node:worker_threads'
import { startThread } from '../worker-thread.ts'

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

/** Some fifty logins, or a thousand pages. */
const USES = 250

/**
 * For the figure `storm`: a checkpoint waits for the disk, and whoever commits would wait with it. So a thread does it, which is
 * started when there is something to do. Where it fails, SQLite does it by itself with a commit, only later.
 */
export function createCheckpoints({ start, uses = USES }: CheckpointsOptions): Checkpoints {
  let worker: Worker | undefined
  let isBusy = false
  let isOver = false
  let noted = 0

  function hire(): Worker {
    const thread = start()
    thread.unref()
    thread.on('message', () => {
      isBusy = false
    })
    thread.on('error', () => {
      isOver = true
    })
    return thread
  }

  return {
    noteUse() {
      noted++
      if (noted < uses || isBusy || isOver) return
      noted = 0
      isBusy = true
      worker ??= hire()
      worker.postMessage('checkpoint')
    },

    async close() {
      isOver = true
      if (!worker || worker.threadId === -1) return
      const thread = worker
      const gone = new Promise((resolve) => thread.once('exit', resolve))
      thread.postMessage('close')
      await gone
    },
  }
}

export function startCheckpointThread(path: string): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 1 }
  const options = { name: 'sqlite-checkpoint', workerData: path, resourceLimits }
  return startThread(import.meta.url, './sqlite-checkpoint-worker', options)
}
