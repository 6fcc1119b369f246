import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * A child process that cleans up when its owner stops it or ends for any reason, both of which close the pipe.
 */
export interface Watchdog {
  /** Sets the variable `$note` of the clean-up script. */
  note(text: string): void
  /** Starts the clean-up and waits until it is done. */
  stop(): Promise<void>
}

/** `cleanUp` is a shell script that gets `args` as `$1`, `$2` and so on, and the last note as `$note`. */
export function startWatchdog(cleanUp: string, args: readonly string[]): Watchdog {
  const script = `trap '' HUP INT TERM
note=
while read -r line; do note=$line; done
${cleanUp}`
  const shell = spawn('sh', ['-c', script, 'castellan-watchdog', ...args], {
    cwd: '/',
    // In a separate process group, so that Ctrl-C in the terminal does not end it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.once('error', () => {}) // then it has no pid
  if (shell.pid === undefined) throw new Error('sh is not available')
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
