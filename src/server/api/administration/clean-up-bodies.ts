import { MAX_ROLES_PER_CLEAN_UP } from '../../../administration/clean-up/clean-up-roles.ts'
import { MAX_RULES_PER_CLEAN_UP } from '../../../administration/clean-up/clean-up-rules.ts'
import { MAX_USERS_PER_CLEAN_UP } from '../../../administration/clean-up/clean-up-users.ts'
import { MAX_REPORT_DAYS } from '../../../authorization/reports/report-name.ts'

const text = { type: 'string', maxLength: 4096 } as const
const id = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const

const days = { type: 'integer', minimum: 1, maximum: MAX_REPORT_DAYS } as const

const rules = {
  type: 'array',
  minItems: 1,
  maxItems: MAX_RULES_PER_CLEAN_UP,
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['roleKey', 'path', 'method'],
    properties: { roleKey: text, path: text, method: text },
  },
} as const
const roleIds = { type: 'array', minItems: 1, maxItems: MAX_ROLES_PER_CLEAN_UP, items: id } as const

/** Without it, a missing or misspelt selection would apply to everything. */
const all = {
  type: 'boolean',
  description: 'Everything in the report, up to the limit. Instead of a selection.',
} as const

/** The bodies of clean-ups. Unknown members are refused: one may be a misspelt selection. */
export const cleanUpBodies = {
  unusedRules: {
    title: 'UnusedRulesCleanUp',
    type: 'object',
    additionalProperties: false,
    required: ['days'],
    properties: { days, rules, all },
  },
  coveredRules: {
    title: 'CoveredRulesCleanUp',
    type: 'object',
    additionalProperties: false,
    properties: { rules, all },
  },
  sameRights: {
    title: 'SameRightsCleanUp',
    type: 'object',
    additionalProperties: false,
    properties: {
      all,
      merges: {
        type: 'array',
        minItems: 1,
        maxItems: MAX_ROLES_PER_CLEAN_UP,
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['keep', 'remove'],
          properties: { keep: id, remove: roleIds },
        },
      },
    },
  },
  unusedRoles: {
    title: 'UnusedRolesCleanUp',
    type: 'object',
    additionalProperties: false,
    required: ['days'],
    properties: { days, roleIds, all },
  },
  idleUsers: {
    title: 'IdleUsersCleanUp',
    type: 'object',
    additionalProperties: false,
    required: ['days'],
    properties: {
      days,
      all,
      userIds: { type: 'array', minItems: 1, maxItems: MAX_USERS_PER_CLEAN_UP, items: id },
    },
  },
} as const
