import { type Group, integer } from '../../../platform/settings/setting.ts'

export const logVerification = {
  verifyHours: integer({
    default: 24,
    min: 0,
    max: 8760,
    unit: 'hours',
    doc: 'How often one node verifies the hash chains of both logs in the background. 0 turns it off.',
  }),
} satisfies Group
