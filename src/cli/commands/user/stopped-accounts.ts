import type { StoppedAccount } from '../../../accounts/service-account/service-account.store.ts'

/** Returns the lines about service accounts that stop because their owners have no access. */
export function stoppedLines(stopped: readonly StoppedAccount[]): string[] {
  if (stopped.length === 0) return []
  return [
    `service accounts that can no longer log in: ${stopped.map(({ username }) => username).join(', ')}`,
    'hand one over: castellan service-account change <name> --owner <name>',
  ]
}
