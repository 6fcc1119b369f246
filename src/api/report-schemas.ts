import type { Schema } from '../http/documentation.ts'
import {
  count,
  id,
  listSchema,
  objectSchema,
  roleFields,
  ruleFields,
  ruleSchema,
  text,
  time,
} from './resource-schemas.ts'

const lastUsedTime: Schema = {
  type: ['string', 'null'],
  format: 'date-time',
  description: 'Null if no use is recorded.',
}

const unusedRuleSchema = objectSchema('UnusedRule', { ...ruleFields, lastUsedTime })

export const unusedRulePageSchema = objectSchema('UnusedRulePage', {
  list: listSchema(unusedRuleSchema),
  count,
  pageIndex: { type: 'integer', minimum: 1 },
  pageSize: { type: 'integer', minimum: 1 },
  recordedSince: {
    type: ['string', 'null'],
    format: 'date-time',
    description: 'When the record of usage begins.',
  },
  isRecorded: {
    type: 'boolean',
    description: 'Whether usage has been recorded for all of the days. If not, no rule is listed.',
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

export const sameRightsSchema = objectSchema('SameRights', {
  keep: roleWithUsersSchema,
  remove: listSchema(roleWithUsersSchema),
})

export const idleUserSchema = objectSchema('IdleUser', {
  userId: id,
  username: text,
  nickName: text,
  roleId: id,
  roleKey: text,
  lastLoginTime: {
    type: ['string', 'null'],
    format: 'date-time',
    description: 'Null before the first login.',
  },
  createdAt: time,
})

export const cleanedUpSchema = objectSchema('CleanedUp', {
  done: { ...count, description: 'How many were cleaned up.' },
  left: { ...count, description: 'How many are still in the report.' },
})
