import { DAY_IN_SECONDS, HOUR_IN_SECONDS, MINUTE_IN_SECONDS } from '../../../platform/runtime/time-units.ts'
import { type Group, integer } from '../../../platform/settings/setting.ts'

export const serviceAccount = {
  tokenSeconds: integer({
    default: HOUR_IN_SECONDS,
    min: MINUTE_IN_SECONDS,
    max: DAY_IN_SECONDS,
    unit: 'seconds',
    doc: 'Lifetime of a token that a service account got with the login method `service`. The token ends earlier if the account or a role of its owner ends.',
  }),
} satisfies Group
