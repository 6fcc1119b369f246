import { type Group, integer } from '../../../platform/settings/setting.ts'

export const serviceAccount = {
  tokenSeconds: integer({
    default: 3600,
    min: 60,
    max: 86_400,
    unit: 'seconds',
    doc: 'Lifetime of a token that a service account got with the login method `service`. The token ends earlier if the account or a role of its owner ends.',
  }),
} satisfies Group
