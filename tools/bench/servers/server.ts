import type { ChildProcess } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { end, nextMessage, startProgram } from '../harness/children.ts'

/** A measured server in a child process. */
export interface Server {
  readonly port: number
  readonly pid: number
  /** Returns the CPU time of the process so far: all threads, user and system. */
  cpuMicroseconds(): Promise<number>
  /** Returns the resident memory of the process. */
  memoryBytes(): Promise<number>
  end(): Promise<void>
}

/** Loaded before the server, so that it reports its CPU time. */
export const CPU_REPORTER = join(import.meta.dirname, 'cpu-reporter.mjs')

/** Starts a server. The first line of its output must be JSON with its `address`. Its log goes to a file. */
export async function startServer(args: readonly string[], folder: string): Promise<Server> {
  const log = openSync(join(folder, 'log'), 'a')
  const child = startProgram(args, { cwd: folder, stdio: ['ignore', 'pipe', log, 'ipc'], env: environment() })
  const { address } = await firstLine(child).catch((cause: unknown) => {
    throw new Error(`a server did not start: ${readFileSync(join(folder, 'log'), 'utf8')}`, { cause })
  })
  return {
    port: Number(new URL(address).port),
    pid: child.pid ?? 0,
    async cpuMicroseconds() {
      child.send('cpu')
      const { cpu } = (await nextMessage(child)) as { cpu: NodeJS.CpuUsage }
      return cpu.user + cpu.system
    },
    async memoryBytes() {
      child.send('memory')
      const { bytes } = (await nextMessage(child)) as { bytes: number }
      return bytes
    },
    end: () => end(child),
  }
}

async function firstLine(child: ChildProcess): Promise<{ address: string }> {
  if (!child.stdout) throw new Error('the server has no output')
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line)
  throw new Error('the server exited without output')
}

/** Returns the environment without settings of the user. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('CASTELLAN_')))
}
