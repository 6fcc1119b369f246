import { readFileSync } from 'node:fs'

/** Who writes a segment: a process, and one journal in it. */
export interface Owner {
  readonly pid: number
  /** When the process started, in the kernel's ticks; `'0'` where the system doesn't tell. A pid is used again. */
  readonly start: string
  readonly id: string
}

const UNKNOWN_START = '0'
const openHere = new Set<string>()

export function claimOwner(id: string): Owner {
  openHere.add(id)
  return { pid: process.pid, start: processFacts(process.pid)?.start ?? UNKNOWN_START, id }
}

export function resignOwner(owner: Owner): void {
  openHere.delete(owner.id)
}

/** The owner of what a closed journal leaves behind: whoever comes next takes it. */
export function nobody(owner: Owner): Owner {
  return { pid: 0, start: UNKNOWN_START, id: owner.id }
}

/** Whether the journal that writes under this name is still there. In doubt it is. */
export function isAlive(owner: Owner): boolean {
  if (owner.pid === 0) return false
  if (openHere.has(owner.id)) return true
  const facts = processFacts(owner.pid)
  const isSameProcess = facts !== undefined && facts.start === owner.start
  // In a container the process before this one had the same pid, so our own pid alone proves nothing.
  // The same start does: then it is a journal of another thread.
  if (owner.pid === process.pid) return isSameProcess && owner.start !== UNKNOWN_START
  if (!pidExists(owner.pid)) return false
  if (facts === undefined || owner.start === UNKNOWN_START) return true
  return isSameProcess && !facts.isZombie
}

function pidExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another user may not be signalled, yet it is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** From Linux's /proc/<pid>/stat; the name in it may hold blanks and brackets, so it is read from its end. */
export function processFacts(pid: number): { start: string; isZombie: boolean } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const start = fields[19]
    if (start === undefined || !/^\d+$/.test(start)) return undefined
    return { start, isZombie: fields[0] === 'Z' || fields[0] === 'X' }
  } catch {
    return undefined
  }
}
