import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { type CommandResult, runInCommandHost } from './command-host.ts'

export const program = join(import.meta.dirname, '..', '..', 'dist', 'service', 'cli', 'castellan.js')

/** The line that `castellan serve --json` prints when it listens. */
export interface Started {
  readonly address: string
  readonly consoleUrl: string | null
  readonly mode: string
  readonly settingsFile: string | null
  readonly settingsVariables: readonly string[]
  readonly settingsFlags: readonly string[]
  readonly dataDir: string
  readonly adminPassword: string | null
}

export interface ServiceProcess {
  readonly started: Started
  readonly base: string
  readonly pid: number
  /** Returns the log output so far. */
  log(): string
  /** Stops reading the log, so that the pipe fills. */
  pauseLog(): void
  /** Closes the pipes of standard output and standard error. */
  closeOutput(): void
  /** Sends a signal and waits for the process to exit. Returns its exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** Creates a temporary folder, to be deleted with `remove`. */
export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'castellan-test-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** Creates a temporary folder with an empty settings file, so that commands do not say that there is none. */
export async function folderWithSettings(): ReturnType<typeof temporaryFolder> {
  const folder = await temporaryFolder()
  await writeFile(join(folder.path, 'settings.yml'), '')
  return folder
}

/** Starts the service in this folder as an operator does, by default from the built package. */
export async function startProcess(
  folder: string,
  flags: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
  installed = program,
): Promise<ServiceProcess> {
  const sets = ['application.port=0', ...flags].flatMap((flag) => ['--set', flag])
  return startServe([process.execPath, installed, 'serve', '--json', ...sets, ...args], folder, env)
}

/** Runs a command that ends in `castellan serve --json`, and waits until the service listens. */
export async function startServe(
  [command, ...args]: readonly [string, ...string[]],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ServiceProcess> {
  const child = spawn(command, args, { cwd, env: environment(env), stdio: ['ignore', 'pipe', 'pipe'] })
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
  throw new Error('the service exited without output')
}

/** Starts a command without waiting for its end. */
export function startCommand(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  return spawn(process.execPath, [program, ...args], { cwd: folder, env: environment(env) })
}

/** Runs a command in a process of its own and waits for its end. */
export async function castellanProcess(
  folder: string,
  args: readonly string[],
  input = '',
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  const child = startCommand(folder, args, env)
  child.stdin.on('error', () => {}).end(input)
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return withoutChangeNotice({ code: child.exitCode, output, errors })
}

/**
 * Removes the line that names the database that a command changes. `test/cli/changed-database.test.ts` tests it; in the other tests,
 * it would be part of most results.
 */
function withoutChangeNotice({ code, output, errors }: CommandResult): CommandResult {
  return { code, output, errors: errors.replace(/^database: .*\n/m, '') }
}

/**
 * Runs a command and waits for its end. Commands share a process, which takes a tenth of the time; only a start of the service has its
 * own. Use `castellanProcess` to test what depends on the process, or commands that run at the same time.
 */
export async function castellan(
  folder: string,
  args: readonly string[],
  input = '',
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  if (args[0] === 'serve') return castellanProcess(folder, args, input, env)
  return withoutChangeNotice(await runInCommandHost({ folder, args, input, env: environment(env) }))
}

/**
 * Runs `castellan serve` with options or settings that are refused before anything is started. It shares the process of the other
 * commands, so a start that is not refused fails the test by its code.
 */
export function refusedStart(folder: string, args: readonly string[]): Promise<CommandResult> {
  return runInCommandHost({ folder, args: ['serve', ...args], input: '', env: environment({}) })
}

/** Returns the environment without the variables that other tests have set. */
export function environment(extra: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('CASTELLAN_'))
  return { ...Object.fromEntries(inherited), ...extra }
}
