import type { Group } from '../setting.ts'
import { choice, flag, integer } from '../value-types.ts'

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
  retentionDays: integer({
    default: 0,
    min: 0,
    max: 36_500,
    unit: 'days',
    doc: 'How long an entry of the login log is kept. 0 keeps all of them.',
  }),
} satisfies Group
