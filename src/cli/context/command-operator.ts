import { userInfo } from 'node:os'
import { type Operator, SERVICE } from '../../logs/audit-log/operator.ts'

/** Returns the operator of commands: the user of the operating system, who is not limited by a role. */
export function commandOperator(): Operator {
  return { ...SERVICE, username: systemUsername(), source: 'command' }
}

function systemUsername(): string {
  try {
    return userInfo().username
  } catch {
    // In a container, the user id may have no name.
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
