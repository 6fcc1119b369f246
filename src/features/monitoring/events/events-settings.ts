import { type Group, integer } from '../../../platform/settings/setting.ts'

export const eventSettings = {
  keepDays: integer({
    default: 30,
    min: 1,
    max: 3650,
    unit: 'days',
    doc: 'How long events are stored. A webhook that fails for longer misses events.',
  }),
  loginFailures: integer({
    default: 10,
    min: 0,
    max: 1_000_000,
    doc: 'Failed logins of one username within `events.loginFailureMinutes`, from any address, that cause an event. 0 means no such event.',
  }),
  loginFailureMinutes: integer({
    default: 60,
    min: 1,
    max: 1440,
    unit: 'minutes',
    doc: 'The time within which failed logins are counted. An event about the same username or network is stored at most once within this time.',
  }),
} satisfies Group
