import { type ChildProcess, type ForkOptions, fork, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'

const STOP_TIMEOUT_MS = 5000

const running = new Set<ChildProcess>()
// No child process outlives the benchmark.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts a Node program. It is killed when the benchmark exits. */
export function startProgram(args: readonly string[], options: SpawnOptions): ChildProcess {
  return startExecutable(process.execPath, args, options)
}

/** Starts an executable file. It is killed when the benchmark exits. */
export function startExecutable(path: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  return track(spawn(path, args, options))
}

/** Starts a TypeScript module that communicates by messages. It is killed when the benchmark exits. */
export function startModule(path: string, { execArgv = [], ...options }: ForkOptions = {}): ChildProcess {
  return track(fork(path, { execArgv: [...execArgv, '--import', import.meta.resolve('tsx')], ...options }))
}

function track(child: ChildProcess): ChildProcess {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** Stops a child process: SIGTERM, then SIGKILL after a timeout. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  const timeout = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  child.kill('SIGTERM')
  await exited
  clearTimeout(timeout)
}

/** Returns the next message of a child. Throws if it exits without one. */
export async function nextMessage(child: ChildProcess): Promise<unknown> {
  const waiting = new AbortController()
  const { signal } = waiting
  try {
    const [message] = await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(([code, by]) => {
        throw new Error(`a child process exited (${by ?? code}) without a message`)
      }),
    ])
    return message
  } finally {
    waiting.abort()
  }
}
