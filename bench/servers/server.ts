import type { ChildProcess } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { end, nextMessage, startProgram } from '../harness/children.ts'

/** A server under measurement, in a process of its own. */
export interface Server {
  readonly port: number
  readonly pid: number
  /** The CPU time, of all its threads and in the kernel, that the process has taken so far. */
  cpuMicroseconds(): Promise<number>
  end(): Promise<void>
}

export const TELLING = join(import.meta.dirname, 'telling.mjs')

/** Starts a server; the first line that it prints must be JSON with its `address`. Its log goes to a file, as in production. */
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
    end: () => end(child),
  }
}

async function firstLine(child: ChildProcess): Promise<{ address: string }> {
  if (!child.stdout) throw new Error('the server has no output')
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line)
  throw new Error('the server ended without a word')
}

/** Settings of whoever runs the bench have no place in it. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('CASTELLAN_')))
}
