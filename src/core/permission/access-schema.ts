import {
  id,
  listSchema,
  objectSchema,
  text,
  timeOrNull,
} from '../../platform/http/endpoint/response-schemas.ts'
import { ruleSchema } from './rules/rule-schemas.ts'

const nearestRuleSchema = objectSchema('NearestRule', {
  roleKey: text,
  path: text,
  method: text,
  differs: {
    enum: ['method', 'segment', 'role'],
    description: 'What differs from the call: the method, one segment of the path, or the role.',
  },
})

/** The schema of a decision and its reasons. */
export const accessSchema = objectSchema(
  'Access',
  {
    allowed: { type: 'boolean' },
    why: {
      enum: ['none', 'identity', 'admin', 'excluded', 'rule', 'denied', 'role-disabled', 'user-disabled'],
    },
    roleKey: text,
    user: objectSchema('AccessUser', {
      userId: id,
      username: text,
      pwdChangeDue: { type: 'boolean' },
      roleUntil: { ...timeOrNull, description: 'When the role ends. Null: it has no end.' },
    }),
    rule: ruleSchema,
    missingRule: ruleSchema,
    allowsMore: {
      type: 'boolean',
      description:
        'True if the missing rule also allows other calls: a segment that a rule cannot name literally became `:name`.',
    },
    routeRule: ruleSchema,
    nearestRules: {
      ...listSchema(nearestRuleSchema),
      description:
        'Rules that almost allow the call, at most 3 of each kind. The search is limited: in a policy with many thousands of rules, nearer rules may exist. Present if the operator may call `GET /api/v1/policy`.',
    },
    command: {
      ...text,
      description:
        'The command that would allow the call, for a POSIX shell. It adds `routeRule`, if present.',
    },
  },
  ['user', 'rule', 'missingRule', 'allowsMore', 'routeRule', 'nearestRules', 'command'],
)
