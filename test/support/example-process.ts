import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { environment } from './process.ts'

export const EXAMPLES = join(import.meta.dirname, '..', '..', 'examples')

const runsTypeScript = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href

export interface ExampleProcess {
  /** The address that the example has printed. */
  readonly origin: string
  /** Ends the process as an operator does, and returns its exit code. */
  stop(): Promise<number | null>
}

export type Command = readonly [string, ...string[]]

/** Starts a program of `examples/` on a free port and waits until it prints its address. */
export async function startProgram(
  command: Command,
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<ExampleProcess> {
  const [program, ...args] = command
  const child = spawn(program, args, {
    cwd: folder,
    env: environment({ PORT: '0', ...env }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const origin = await addressOf(child).catch(async (error: unknown) => {
    await stop(child, 'SIGKILL')
    throw new Error(`${args.at(-1) ?? program} did not start`, { cause: error })
  })
  // A pipe that nobody reads would fill up.
  child.stdout.resume()
  return { origin, stop: () => stop(child, 'SIGTERM') }
}

/** Starts a TypeScript example, in `dev` mode, with its data in this folder. */
export function startExample(
  name: string,
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ExampleProcess> {
  return startProgram([process.execPath, '--import', runsTypeScript, join(EXAMPLES, name)], folder, {
    MODE: 'dev',
    ...('CASTELLAN_APPLICATION_MODE_FILE' in env ? {} : { CASTELLAN_APPLICATION_MODE: 'dev' }),
    ...env,
  })
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('the program has no output')
  const lines = createInterface({ input: stdout })
  // Lines of the log can come before the address.
  for await (const line of lines) {
    if (line.startsWith('http://')) return line
  }
  throw new Error('the program ended without printing its address')
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  return child.exitCode
}
