import cluster, { type Worker } from 'node:cluster'
import { createMemoryStore } from '../../platform/cluster/short-lived/memory-store.ts'
import { serveShortLivedStore } from '../../platform/cluster/short-lived/parent-process-store.ts'
import type { ProcessObserver } from '../../platform/runtime/process-observer.ts'
import { isJsonObject } from '../../platform/text/json-object.ts'
import type { StartedService, StartOutput } from './start-output.ts'

/** Messages from a child process to its parent. The first admin is created before the process listens. */
type ChildMessage =
  | { readonly castellan: 'first-admin'; readonly password: string }
  | ({ readonly castellan: 'started' } & StartedService)

interface ProcessOptions {
  readonly count: number
  readonly observers: readonly ProcessObserver[]
  /** Prints the start once, when all processes listen. */
  readonly output: Pick<StartOutput, 'firstAdmin' | 'started' | 'startFailed'>
  readonly onProcessEnded: (text: string) => void
}

const RESTART_DELAY_MS = 500

/**
 * Starts this program several times. The processes share the port, and one that ends is replaced. Resolves when all have
 * ended, after a signal or a failed start.
 */
export function runProcesses(options: ProcessOptions): Promise<void> {
  const { count, output, observers } = options
  const store = createMemoryStore({ now: () => performance.now() })
  const children = new Set<Worker>()
  let startedCount = 0
  let closing = false

  const stop = (signal: NodeJS.Signals): void => {
    closing = true
    for (const child of children) child.process.kill(signal)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  return new Promise((resolve) => {
    const fork = (): void => {
      if (closing) return
      const child = cluster.fork()
      children.add(child)
      serveShortLivedStore(store, child)
      for (const observer of observers) observer.add(child)
      child.on('message', (message: unknown) => {
        if (!isChildMessage(message)) return
        if (message.castellan === 'first-admin') output.firstAdmin(message.password)
        else if (++startedCount === count) output.started(message)
      })
      child.once('exit', (code, signal) => {
        children.delete(child)
        for (const observer of observers) observer.remove(child)
        if (!closing && startedCount < count) {
          process.exitCode = 1
          output.startFailed()
          stop('SIGTERM')
        }
        if (!closing) {
          options.onProcessEnded(`process ${child.process.pid} ended (${signal ?? code}), starting another`)
          setTimeout(fork, RESTART_DELAY_MS)
        } else if (children.size === 0) resolve()
      })
    }
    for (let index = 0; index < count; index++) fork()
  })
}

/** Sends a message to the parent process and waits until it is sent. */
export function sendToParent(message: ChildMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, (error: Error | null) => (error ? reject(error) : resolve()))
  })
}

function isChildMessage(message: unknown): message is ChildMessage {
  return isJsonObject(message) && (message.castellan === 'first-admin' || message.castellan === 'started')
}
