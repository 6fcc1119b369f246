import { type Group, integer } from '../../../platform/settings/setting.ts'

export const usage = {
  keepDays: integer({
    default: 90,
    min: 0,
    max: 3650,
    unit: 'days',
    doc: 'How long the service keeps a record of which role has called which route, how often and when last, for previews of policy changes and for reports. It contains no data about users. 0 records nothing and deletes the record.',
  }),
} satisfies Group
