import type { Group } from '../setting.ts'
import { integer } from '../value-types.ts'

const HOUR_IN_SECONDS = 60 * 60

export const cluster = {
  maxStalenessSeconds: integer({
    default: 30,
    min: 1,
    max: HOUR_IN_SECONDS,
    unit: 'seconds',
    doc: 'How long a node that cannot reach the database goes on deciding by what it last knew. After that it refuses with 503.',
  }),
} satisfies Group
