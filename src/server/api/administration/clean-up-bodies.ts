import { MAX_ROLES_PER_CLEAN_UP } from '../../../administration/clean-up/clean-up-roles.ts'
import { MAX_RULES_PER_CLEAN_UP } from '../../../administration/clean-up/clean-up-rules.ts'
import { MAX_USERS_PER_CLEAN_UP } from '../../../administration/clean-up/clean-up-users.ts'
import { MAX_REPORT_DAYS } from '../../../authorization/reports/report-name.ts'
import { idInput, longText, strictBodySchema } from '../request-schemas.ts'

const days = { type: 'integer', minimum: 1, maximum: MAX_REPORT_DAYS } as const

const rules = {
  type: 'array',
  minItems: 1,
  maxItems: MAX_RULES_PER_CLEAN_UP,
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['roleKey', 'path', 'method'],
    properties: { roleKey: longText, path: longText, method: longText },
  },
} as const
const roleIds = { type: 'array', minItems: 1, maxItems: MAX_ROLES_PER_CLEAN_UP, items: idInput } as const

/** Without it, a missing or misspelt selection would apply to everything. */
const all = {
  type: 'boolean',
  description: 'Everything in the report, up to the limit. Instead of a selection.',
} as const

/** The bodies of clean-ups. */
export const cleanUpBodies = {
  unusedRules: strictBodySchema('UnusedRulesCleanUp', ['days'], { days, rules, all }),
  coveredRules: strictBodySchema('CoveredRulesCleanUp', [], { rules, all }),
  sameRights: strictBodySchema('SameRightsCleanUp', [], {
    all,
    merges: {
      type: 'array',
      minItems: 1,
      maxItems: MAX_ROLES_PER_CLEAN_UP,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['keep', 'remove'],
        properties: { keep: idInput, remove: roleIds },
      },
    },
  }),
  unusedRoles: strictBodySchema('UnusedRolesCleanUp', ['days'], { days, roleIds, all }),
  idleUsers: strictBodySchema('IdleUsersCleanUp', ['days'], {
    days,
    all,
    userIds: { type: 'array', minItems: 1, maxItems: MAX_USERS_PER_CLEAN_UP, items: idInput },
  }),
}
