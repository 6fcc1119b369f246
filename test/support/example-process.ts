import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
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
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stderr.pipe(process.stderr, { end: false })
  const origin = await addressOf(child).catch(async (error: unknown) => {
    await stop(child, 'SIGKILL')
    throw new Error(`${args.at(-1) ?? program} did not start`, { cause: error })
  })
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

/** What the examples print alone in a line; gunicorn and uvicorn have it in their log. Other lines can come before it. */
const ADDRESS = /^(?:.*(?:Listening at:|running on) )?(http:\/\/[\w.:]+)/

/** Reads all output, also afterwards: a pipe that nobody reads would fill up. */
function addressOf(child: ChildProcessByStdio<null, Readable, Readable>): Promise<string> {
  return new Promise((resolve, reject) => {
    for (const input of [child.stdout, child.stderr]) {
      createInterface({ input }).on('line', (line) => {
        const [, address] = ADDRESS.exec(line) ?? []
        if (address !== undefined) resolve(address)
      })
    }
    child.once('error', reject)
    child.once('close', () => reject(new Error('the program ended without printing its address')))
  })
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  return child.exitCode
}
