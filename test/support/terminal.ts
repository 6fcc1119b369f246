import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { program } from './process.ts'

/** A command that runs in a pseudo-terminal. */
export interface Terminal {
  /** Returns what the terminal shows so far, including control sequences. */
  output(): string
  /** Sends input, as if it were typed. The terminal must have been opened with `isTypedIn`. */
  type(text: string): void
  /** Waits until the command has ended, and returns what the terminal shows. */
  ended(): Promise<string>
  /** Closes the terminal. */
  close(): Promise<void>
}

export interface TerminalOptions {
  readonly env?: Readonly<Record<string, string>>
  /** The command is not ended by closing the terminal. */
  readonly isDetached?: boolean
  /** The width of the terminal. */
  readonly columns?: number
  /** Without it, the input has ended. */
  readonly isTypedIn?: boolean
}

/** Pseudo-terminals are created by `script` of util-linux, which every Debian system has. */
export const hasTerminal = process.platform === 'linux'

/** Runs a command in a pseudo-terminal. The file `pid` in the folder contains its process id. */
export function openTerminal(
  folder: string,
  args: readonly string[],
  options: TerminalOptions = {},
): Terminal {
  const size = options.columns === undefined ? '' : `stty cols ${options.columns} rows 24; `
  const command = `${size}echo $$ > pid; exec ${[process.execPath, program, ...args].map(quoted).join(' ')}`
  // In its own session, the command gets no SIGHUP when the terminal is closed.
  const inSession = options.isDetached ? `setsid --wait sh -c ${quoted(command)}` : command
  const inherited = Object.entries(process.env).filter(([name]) => !/^(CASTELLAN_|NO_COLOR)/.test(name))
  const child = spawn('script', ['-q', '-e', '-f', '-c', inSession, '/dev/null'], {
    cwd: folder,
    env: { ...Object.fromEntries(inherited), TERM: 'xterm', SHELL: '/bin/sh', ...options.env },
    stdio: [options.isTypedIn ? 'pipe' : 'ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdin?.on('error', () => {}) // The command may end before it has read everything.
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  const exited = once(child, 'exit')
  const closed = once(child, 'close')
  return {
    output: () => output,
    type: (text) => void child.stdin?.write(text),
    async ended() {
      await closed
      return output
    },
    async close() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
