import type { Group } from '../setting.ts'
import { integer } from '../value-types.ts'

const HOUR_IN_SECONDS = 60 * 60

export const captcha = {
  lifetimeSeconds: integer({
    default: 120,
    min: 1,
    max: HOUR_IN_SECONDS,
    unit: 'seconds',
    doc: 'How long a captcha can be answered.',
  }),
  maxPending: integer({
    default: 100_000,
    min: 1,
    max: 10_000_000,
    doc: 'How many captchas may wait for their answer at once: a bound on the memory they take.',
  }),
} satisfies Group
