import { readFileSync } from 'node:fs'

export interface SystemUser {
  readonly uid: number
  readonly gid: number
}

/** Returns the user to run a server as if the tests run as root, because databases refuse to run as root. */
export function unprivilegedUser(names: readonly string[]): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const entries = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of names) {
    const entry = entries.find(([username]) => username === name)
    if (entry) return { uid: Number(entry[2]), gid: Number(entry[3]) }
  }
  throw new Error(`this machine has none of the users ${names.join(', ')}`)
}
