import type { Group } from '../setting.ts'
import { choice, integer } from '../value-types.ts'

export const session = {
  maxPerUser: integer({
    default: 0,
    min: 0,
    max: 10_000,
    doc: 'How many times a user may be logged in at once. 0 sets no limit.',
  }),
  whenFull: choice({
    choices: ['end-oldest', 'refuse-new'],
    default: 'end-oldest',
    doc: 'What happens at one login too many: the oldest session is ended, and its client is told why, or the new login is refused.',
  }),
} satisfies Group
