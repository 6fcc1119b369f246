import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * A small process that clears up when its owner lets it go, or dies in whatever way: either closes the pipe between them.
 */
export interface Watchdog {
  /** Replaces what the clearing up finds in `$note`. */
  note(text: string): void
  /** Has it clear up now, and waits until that is done. */
  stop(): Promise<void>
}

/** `clearUp` is a shell script; it finds `args` in `$1`, `$2` and so on, and the last note in `$note`. */
export function startWatchdog(clearUp: string, args: readonly string[]): Watchdog {
  const script = `trap '' HUP INT TERM
note=
while read -r line; do note=$line; done
${clearUp}`
  const shell = spawn('sh', ['-c', script, 'castellan-watchdog', ...args], {
    cwd: '/',
    // In a group of its own, so that Ctrl-C in the terminal passes it by.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.once('error', () => {}) // it has no pid, then
  if (shell.pid === undefined) throw new Error('there is no sh to clear up with')
  const gone = once(shell, 'exit')
  shell.stdin.on('error', () => {})
  return {
    note(text) {
      shell.stdin.write(`${text}\n`)
    },
    async stop() {
      shell.stdin.end()
      await gone
    },
  }
}
