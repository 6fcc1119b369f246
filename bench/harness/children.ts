import { type ChildProcess, type ForkOptions, fork, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'

const END_MILLISECONDS = 5000

const running = new Set<ChildProcess>()
// Whatever happens to the bench, nothing that it has started stays behind.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts a program that is ended with the bench at the latest. */
export function startProgram(args: readonly string[], options: SpawnOptions): ChildProcess {
  return keep(spawn(process.execPath, args, options))
}

/** Starts a module of the bench that is talked to by messages, as `startProgram` does. */
export function startModule(path: string, { execArgv = [], ...options }: ForkOptions = {}): ChildProcess {
  return keep(fork(path, { execArgv: [...execArgv, '--import', import.meta.resolve('tsx')], ...options }))
}

function keep(child: ChildProcess): ChildProcess {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** Asks it to end, and sees to it that it does. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  const patience = setTimeout(() => child.kill('SIGKILL'), END_MILLISECONDS)
  child.kill('SIGTERM')
  await gone
  clearTimeout(patience)
}

/** The next message of a child; fails if it ends without one. */
export async function nextMessage(child: ChildProcess): Promise<unknown> {
  const waiting = new AbortController()
  const { signal } = waiting
  try {
    const [message] = await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(([code, by]) => {
        throw new Error(`a process of the bench ended (${by ?? code}) without an answer`)
      }),
    ])
    return message
  } finally {
    waiting.abort()
  }
}
