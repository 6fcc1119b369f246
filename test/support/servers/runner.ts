import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { isStopped, processTreeOf, signal } from './process-tree.ts'
import type { Command, DiscardSignal } from './server-kind.ts'
import type { SystemUser } from './system-user.ts'
import type { Watchdog } from './watchdog.ts'

/** Runs one program at a time and registers it with the watchdog. */
export interface Runner {
  launch(command: Command, discardSignal: DiscardSignal): void
  /** The ids of the running process and its descendants. */
  pids(): number[]
  /** Resolves when all processes are stopped. */
  pause(): Promise<void>
  resume(): void
  /** Ends the process with a signal, even if it is paused. */
  end(signal: NodeJS.Signals): Promise<void>
  /** Waits until the process exits. Returns its exit code. */
  untilEnded(): Promise<number | null>
}

export interface Surroundings {
  readonly folder: string
  /** The open file that receives its output. */
  readonly log: number
  readonly user: SystemUser | undefined
  readonly watchdog: Watchdog
}

const ENDS_WITHIN_MILLISECONDS = 120_000
const STOPS_WITHIN_MILLISECONDS = 60_000
const LOOK_AGAIN_AFTER_MILLISECONDS = 2

export function createRunner(surroundings: Surroundings): Runner {
  const { watchdog } = surroundings
  let child: ChildProcess | undefined
  let discardSignal: DiscardSignal = 'KILL'
  let paused = false

  const runner: Runner = {
    launch(command, signalInCase) {
      if (child && !hasEnded(child)) throw new Error('it is running already')
      child = spawnChild(command, surroundings)
      discardSignal = signalInCase
      watchdog.note(`${discardSignal} ${child.pid}`)
      child.once('exit', () => watchdog.note(''))
    },
    pids: () => (child?.pid && !hasEnded(child) ? processTreeOf(child.pid) : []),
    async pause() {
      const [main] = runner.pids()
      if (main === undefined) throw new Error('what does not run cannot pause')
      // The process group is not enough, because PostgreSQL's children leave it. A stopped process creates no more children.
      signal(main, 'SIGSTOP')
      await untilStopped([main])
      const family = runner.pids()
      watchdog.note([discardSignal, ...family].join(' '))
      for (const pid of family) signal(pid, 'SIGSTOP')
      paused = true
      await untilStopped(family)
    },
    resume() {
      if (!paused) return
      paused = false
      const family = runner.pids()
      for (const pid of family.toReversed()) signal(pid, 'SIGCONT')
      if (family[0]) watchdog.note(`${discardSignal} ${family[0]}`)
    },
    async end(how) {
      if (!child || hasEnded(child)) return
      child.kill(how)
      runner.resume()
      await Promise.race([untilEnded(child), sleep(ENDS_WITHIN_MILLISECONDS, undefined, { ref: false })])
      if (!hasEnded(child)) throw new Error(`it does not end by ${how}`)
    },
    untilEnded: async () => (child ? untilEnded(child) : null),
  }
  return runner
}

/** Waits until all threads are stopped. A busy thread stops with a delay and may respond until then. */
async function untilStopped(pids: readonly number[]): Promise<void> {
  const giveUpAt = performance.now() + STOPS_WITHIN_MILLISECONDS
  while (!pids.every(isStopped)) {
    if (performance.now() > giveUpAt) throw new Error('it does not pause')
    await sleep(LOOK_AGAIN_AFTER_MILLISECONDS)
  }
}

/** Starts a program as the leader of a new process group. */
function spawnChild([program, ...args]: Command, { folder, log, user }: Surroundings): ChildProcess {
  const child = spawn(program, args, {
    ...user,
    cwd: folder,
    env: { ...process.env, HOME: folder, TMPDIR: folder, LC_ALL: 'C' },
    detached: true,
    stdio: ['ignore', log, log],
  })
  child.once('error', () => {}) // it has no pid, then
  if (child.pid === undefined) throw new Error(`${program} does not start`)
  return child
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

async function untilEnded(child: ChildProcess): Promise<number | null> {
  if (!hasEnded(child)) await new Promise((resolve) => child.once('exit', resolve))
  return child.exitCode
}
