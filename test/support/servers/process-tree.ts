import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

interface Kinship {
  readonly pid: number
  readonly parent: number
}

/** Returns a process and its descendants, parents before children. */
export function processTreeOf(pid: number): number[] {
  const processes = existsSync('/proc/self/stat') ? fromProc() : fromPs()
  const family = [pid]
  for (const member of family) {
    family.push(...processes.filter(({ parent }) => parent === member).map((child) => child.pid))
  }
  return family
}

/** Sends a signal unless the process has already exited. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Returns whether the process runs. A zombie does not. */
export function isAlive(pid: number): boolean {
  if (existsSync('/proc/self/stat')) return !['Z', undefined].includes(statOf(pid)?.state)
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Returns whether all threads are stopped. Returns true if the state is not available. */
export function isStopped(pid: number): boolean {
  if (!existsSync('/proc/self/stat')) return true
  return threadsOf(pid).every((thread) => ['T', 'Z', undefined].includes(statOf(thread)?.state))
}

/** Returns paths below `/proc`, or none if the process has exited. */
function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) => `${pid}/task/${thread}`)
  } catch {
    return []
  }
}

function fromProc(): Kinship[] {
  return readdirSync('/proc')
    .map(Number)
    .flatMap((pid) => {
      const stat = pid > 0 ? statOf(pid) : undefined
      return stat ? [{ pid, parent: stat.parent }] : []
    })
}

function statOf(pid: number | string): { state: string; parent: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // `12 (name) S 1 …`: the name may contain spaces and brackets.
    const [, state = '', parent] = stat.slice(stat.lastIndexOf(')') + 1).split(' ')
    return { state, parent: Number(parent) }
  } catch {
    return undefined // it has ended
  }
}

function fromPs(): Kinship[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  return lines.map((line) => {
    const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number)
    return { pid, parent }
  })
}
