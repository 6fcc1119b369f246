import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'

const program = join(import.meta.dirname, '..', '..', 'dist', 'cli', 'castellan.js')

/** What `castellan serve --json` says when it listens. */
export interface Started {
  readonly address: string
  readonly mode: string
  readonly settingsFile: string | null
  readonly dataDir: string
  readonly adminPassword: string | null
}

export interface ServiceProcess {
  readonly started: Started
  readonly base: string
  readonly pid: number
  /** Everything it wrote to its log so far. */
  log(): string
  /** Stops reading the log, so that the pipe fills. */
  pauseLog(): void
  /** Closes the pipes of standard output and standard error. */
  closeOutput(): void
  /** Ends it by a signal and waits until it is gone. Answers its exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** A folder of its own, to be removed with `remove`. */
export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'castellan-test-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** The service as an operator starts it, from the built package unless another one is named, in this folder. */
export async function startProcess(
  folder: string,
  flags: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
  installed = program,
): Promise<ServiceProcess> {
  const sets = ['application.port=0', ...flags].flatMap((flag) => ['--set', flag])
  const child = spawn(process.execPath, [installed, 'serve', '--json', ...sets, ...args], {
    cwd: folder,
    env: environment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    log += chunk
  })
  const started = await firstLine(child).catch((error: unknown) => {
    throw new Error(`the service did not start: ${log}`, { cause: error })
  })
  return {
    started,
    base: `${started.address}/api/v1`,
    pid: child.pid ?? 0,
    log: () => log,
    pauseLog: () => void child.stderr.pause(),
    closeOutput() {
      child.stdout.destroy()
      child.stderr.destroy()
    },
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
      return child.exitCode
    },
  }
}

async function firstLine(child: ChildProcess): Promise<Started> {
  if (!child.stdout) throw new Error('the service has no output')
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line)
  throw new Error('the service ended without a word')
}

export interface CommandResult {
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

/** Begins one command, for those who want to interfere. */
export function startCommand(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  return spawn(process.execPath, [program, ...args], { cwd: folder, env: environment(env) })
}

/** Runs one command to its end. */
export async function castellan(
  folder: string,
  args: readonly string[],
  input = '',
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  const child = startCommand(folder, args, env)
  child.stdin.on('error', () => {}).end(input)
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, output, errors }
}

/** Without what other tests have set for themselves. */
function environment(extra: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('CASTELLAN_'))
  return { ...Object.fromEntries(inherited), ...extra }
}
