import type { Group } from '../setting.ts'
import { choice, flag } from '../value-types.ts'

export const logger = {
  level: choice({
    choices: ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
    default: 'info',
    doc: 'The least severe message that the service writes to its output.',
  }),
  enableddb: flag({
    default: true,
    doc: 'Whether every login attempt, successful or failed, is written to the login log. Off records nothing at all.',
  }),
} satisfies Group
