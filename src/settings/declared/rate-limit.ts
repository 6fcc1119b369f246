import type { Group } from '../setting.ts'
import { integer } from '../value-types.ts'

const HIGHEST_LIMIT = 1_000_000

export const rateLimit = {
  perAddress: integer({
    default: 200,
    min: 0,
    max: HIGHEST_LIMIT,
    unit: 'requests per second',
    doc: 'What one client address may send to all endpoints together. 0 turns this limit off.',
  }),
  total: integer({
    default: 5000,
    min: 0,
    max: HIGHEST_LIMIT,
    unit: 'requests per second',
    doc: 'What all clients together may send to the service. 0 turns this limit off.',
  }),
  loginPerAddress: integer({
    default: 300,
    min: 0,
    max: HIGHEST_LIMIT,
    unit: 'requests per minute',
    doc: 'What one client address may send to login and captcha. 0 turns this limit off.',
  }),
} satisfies Group
