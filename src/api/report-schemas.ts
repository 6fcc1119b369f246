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
