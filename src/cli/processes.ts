import cluster, { type Worker } from 'node:cluster'
import { createMemoryStore } from '../short-lived/memory-store.ts'
import { serveShortLivedStore } from '../short-lived/parent-process-store.ts'

/** What a child tells its parent when it listens. */
export interface ChildStarted {
  readonly castellan: 'started'
  readonly address: string
  readonly adminPassword: string | null
}

export interface ProcessOptions {
  readonly count: number
  readonly maxPendingCaptchas: number
  /** Called once, when all of them listen. */
  readonly onStarted: (started: Omit<ChildStarted, 'castellan'>) => void
  readonly onProblem: (text: string) => void
}

const RESTART_MILLISECONDS = 500

/**
 * Starts the same program several times; they share the port. One that dies is started again. Resolves when all have ended
 * after a signal, or after one that couldn't even start.
 */
export function runProcesses(options: ProcessOptions): Promise<void> {
  const { count, onStarted, onProblem } = options
  const store = createMemoryStore({ maxEntries: options.maxPendingCaptchas, now: Date.now })
  const children = new Set<Worker>()
  const heard: ChildStarted[] = []
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
      child.on('message', (message: unknown) => {
        if (isStarted(message) && heard.push(message) === count) onStarted(summaryOf(heard))
      })
      child.once('exit', (code, signal) => {
        children.delete(child)
        if (!closing && heard.length < count) {
          process.exitCode = 1
          stop('SIGTERM')
        }
        if (!closing) {
          onProblem(`process ${child.process.pid} ended (${signal ?? code}); another takes its place`)
          setTimeout(fork, RESTART_MILLISECONDS)
        } else if (children.size === 0) resolve()
      })
    }
    for (let i = 0; i < count; i++) fork()
  })
}

function summaryOf(heard: readonly ChildStarted[]): Omit<ChildStarted, 'castellan'> {
  const [first] = heard
  const adminPassword = heard.map((one) => one.adminPassword).find((password) => password !== null)
  return { address: first?.address ?? '', adminPassword: adminPassword ?? null }
}

function isStarted(message: unknown): message is ChildStarted {
  return (
    typeof message === 'object' &&
    message !== null &&
    'castellan' in message &&
    message.castellan === 'started'
  )
}
