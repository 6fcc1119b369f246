import { execFileSync } from 'node:child_process'
import { constants, setPriority } from 'node:os'

/**
 * Lets a process take no core that others ask for, as if it ran elsewhere. On Linux by the class of those that run where nobody
 * else wants to: a lower priority alone lets a thread go on for up to 4 ms while others wait.
 */
export function makeWay(pid: number): void {
  if (!succeeds('chrt', ['--all-tasks', '--idle', '--pid', '0', String(pid)]))
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
}

/**
 * Lets a process have a core as soon as it asks for one, as if it ran elsewhere; where there is no right to that, it is as it
 * was. What measures how long others take must not count how long it waits for a core itself: while a policy was loaded, that
 * was more than 0.8 ms twenty times in ten seconds, behind the service's threads.
 */
export function goFirst(pid: number): void {
  if (!succeeds('chrt', ['--all-tasks', '--rr', '--pid', '1', String(pid)]))
    console.error('what measures may wait for a core itself: there is no right to put it first')
}

/**
 * Does the work while this process makes way with all its threads; not where it could not come back, for want of a right. What
 * is started before the work begins is as it was.
 */
export async function makingWay<T>(work: () => Promise<T>): Promise<T> {
  // Tried by a process that ends with it.
  if (!succeeds('chrt', ['--idle', '0', 'sh', '-c', 'chrt --other --pid 0 $$'])) return work()
  const pid = String(process.pid)
  succeeds('chrt', ['--all-tasks', '--idle', '--pid', '0', pid])
  try {
    return await work()
  } finally {
    succeeds('chrt', ['--all-tasks', '--other', '--pid', '0', pid])
  }
}

function succeeds(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
