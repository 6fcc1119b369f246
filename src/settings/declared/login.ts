import type { Group } from '../setting.ts'
import { integer } from '../value-types.ts'

export const login = {
  maxFailures: integer({
    default: 10,
    min: 0,
    max: 1000,
    doc: 'How many logins of one username may fail from one network before the next has to wait: 10 seconds, then twice as long each time. A success, or a day without a failure, starts anew. 0 turns all of it off.',
  }),
  maxFailuresPerNetwork: integer({
    default: 100,
    min: 1,
    max: 1_000_000,
    doc: 'The same for all usernames together from one network (an IPv4 address, or an IPv6 /64). Users who have logged in from there before do not wait for it, though their failures count.',
  }),
  maxDelaySeconds: integer({
    default: 900,
    min: 10,
    max: 86_400,
    unit: 'seconds',
    doc: 'The longest wait.',
  }),
} satisfies Group
