import { userInfo } from 'node:os'
import { type Operator, SERVICE } from '../administration/operator.ts'

/** Whoever runs commands on the machine: known by the name they have there, and limited by no role. */
export function commandOperator(): Operator {
  return { ...SERVICE, username: machineName(), source: 'command' }
}

function machineName(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run under an id that has no name.
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
