import { type Group, integer } from '../../../platform/settings/setting.ts'

export const explain = {
  keepMinutes: integer({
    default: 1440,
    min: 0,
    max: 43_200,
    unit: 'minutes',
    doc: 'How long the service keeps refused requests, so that an operator can look up by the `X-Request-Id` of a response who was refused, what and why. A record contains the method, the path, the address and the user, but no query, token or body. At most 25,000 are kept, and of each user at most 500. 0 records nothing and deletes the records.',
  }),
} satisfies Group
