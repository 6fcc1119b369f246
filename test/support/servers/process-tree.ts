import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

interface Kinship {
  readonly pid: number
  readonly parent: number
}

/** A process and all that descend from it, parents before children. */
export function processTreeOf(pid: number): number[] {
  const processes = existsSync('/proc/self/stat') ? fromProc() : fromPs()
  const family = [pid]
  for (const member of family) {
    family.push(...processes.filter(({ parent }) => parent === member).map((child) => child.pid))
  }
  return family
}

/** Sends a signal unless the process is gone already. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Whether it runs; what has ended and waits to be looked after by its parent does not. */
export function isAlive(pid: number): boolean {
  if (existsSync('/proc/self/stat')) return !['Z', undefined].includes(statOf(pid)?.state)
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Whether none of its threads runs. Where that can't be seen, it is taken for granted. */
export function isStopped(pid: number): boolean {
  if (!existsSync('/proc/self/stat')) return true
  return threadsOf(pid).every((thread) => ['T', 'Z', undefined].includes(statOf(thread)?.state))
}

/** As paths below `/proc`; none of a process that has ended. */
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
    // `12 (name) S 1 …`: the name may hold spaces and brackets of its own.
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
