import { ruleFields, ruleSchema } from '../../../core/permission/rules/rule-schemas.ts'
import { roleFields } from '../../../core/role/role-schemas.ts'
import type { Schema } from '../../../platform/http/endpoint/documentation.ts'
import { MAX_DAYS } from '../../../platform/http/endpoint/limits.ts'
import { idInput, longText, strictBodySchema } from '../../../platform/http/endpoint/request-schemas.ts'
import {
  count,
  listSchema,
  objectSchema,
  text,
  timeOrNull,
} from '../../../platform/http/endpoint/response-schemas.ts'
import { MAX_ROLES_PER_CLEAN_UP } from './clean-up/clean-up-roles.ts'
import { MAX_RULES_PER_CLEAN_UP } from './clean-up/clean-up-rules.ts'
import { MAX_USERS_PER_CLEAN_UP } from './clean-up/clean-up-users.ts'

export const lastUsedAt: Schema = { ...timeOrNull, description: 'Null if no use is recorded.' }

/** How many roles with an incomplete record the report names. */
export const MAX_INCOMPLETE_ROLES = 100

const unusedRuleSchema = objectSchema('UnusedRule', { ...ruleFields, lastUsedAt })

export const unusedRulePageSchema = objectSchema('UnusedRulePage', {
  list: listSchema(unusedRuleSchema),
  count,
  pageIndex: { type: 'integer', minimum: 1 },
  pageSize: { type: 'integer', minimum: 1 },
  keepDays: { ...count, description: 'The setting `usage.keepDays`. 0: usage is not recorded.' },
  recordedSince: { ...timeOrNull, description: 'When the record of usage begins.' },
  isRecorded: {
    type: 'boolean',
    description: 'Whether usage has been recorded for all of the days. If not, no rule is listed.',
  },
  incompleteRoles: {
    ...listSchema(text),
    description: `The keys of roles whose rules are left out, because not all of their calls in these days are recorded: the first ${MAX_INCOMPLETE_ROLES}.`,
  },
})

export const coveredRuleSchema = objectSchema('CoveredRule', {
  ...ruleFields,
  coveredBy: ruleSchema,
})

const roleWithUsersSchema = objectSchema('RoleWithUsers', {
  ...roleFields,
  users: { ...count, description: 'The number of users with this role.' },
})

const sameRightsSchema = objectSchema('SameRights', {
  keep: roleWithUsersSchema,
  remove: {
    ...listSchema(roleWithUsersSchema),
    description: `The first ${MAX_ROLES_PER_CLEAN_UP} roles that a merge deletes: one clean-up deletes no more.`,
  },
  removeCount: { ...count, description: 'How many roles a merge of the whole group deletes.' },
})

export const sameRightsPageSchema = objectSchema('SameRightsPage', {
  list: listSchema(sameRightsSchema),
  count,
  pageIndex: { type: 'integer', minimum: 1 },
  pageSize: { type: 'integer', minimum: 1 },
  roleCount: { ...count, description: 'How many roles a merge of all groups deletes.' },
})

const days = { type: 'integer', minimum: 1, maximum: MAX_DAYS } as const

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
