import { MAX_ROLES_PER_CLEAN_UP } from '../../../administration/clean-up/clean-up-roles.ts'
import { NO_SCOPE_REASONS } from '../../../authorization/data-scope/resolve-scope.ts'
import type { Schema } from '../../http/documentation.ts'
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
  timeOrNull,
} from '../resource-schemas.ts'

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

export const idleUserSchema = objectSchema('IdleUser', {
  userId: id,
  username: text,
  nickName: text,
  roleId: id,
  roleKey: text,
  owner: {
    type: ['string', 'null'],
    description: 'The owner of a service account, empty if the owner was deleted. Null for people.',
  },
  lastLoginTime: { ...timeOrNull, description: 'Null before the first login.' },
  createdAt: time,
})

export const emptyScopeSchema = objectSchema('EmptyScope', {
  roleId: id,
  roleKey: text,
  userId: {
    type: ['integer', 'null'],
    description:
      'Null if the role is the cause, so that all of its users without a data scope of their own are concerned.',
  },
  username: { type: ['string', 'null'] },
  deptId: { type: 'integer', description: 'The department of the user; 0 for none.' },
  reason: { enum: NO_SCOPE_REASONS },
})

export const cleanedUpSchema = objectSchema('CleanedUp', {
  done: { ...count, description: 'How many were cleaned up.' },
  left: { ...count, description: 'How many are still in the report.' },
})
