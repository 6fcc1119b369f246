import type { FromSchema } from 'json-schema-to-ts'
import { endpoint } from '../../../core/check/http/endpoint.ts'
import type { Permission } from '../../../core/permission/permission.ts'
import { parseCasbinChange } from '../../../core/permission/rules/casbin-csv.ts'
import {
  BODY_LIMIT_BYTES,
  CHANGE_REFUSALS,
  changedRules,
  csvProblem,
  EMPTY_CHANGE,
  MAX_IMPORTED_RULES,
  rulesOf,
} from '../../../core/permission/rules/policy-endpoints.ts'
import { ruleSchema } from '../../../core/permission/rules/rule-schemas.ts'
import { strictBodySchema } from '../../../platform/http/endpoint/request-schemas.ts'
import {
  count,
  listSchema,
  objectSchema,
  text,
  timeOrNull,
} from '../../../platform/http/endpoint/response-schemas.ts'
import { InvalidParameters } from '../../../platform/refusal/refusal.ts'
import { extent, openedRouteSchema } from './opened-routes.ts'
import type { PreviewPolicy } from './policy-preview.ts'
import type { ProposedChange } from './proposed-change.ts'

const MAX_ROLES = 1000

const roleKeys = {
  type: 'array',
  maxItems: MAX_ROLES,
  items: { type: 'string', minLength: 1, maxLength: 64 },
} as const

const changeBody = strictBodySchema('PolicyChange', [], {
  ...changedRules,
  csv: {
    type: 'string',
    description:
      'More rules as Casbin CSV: `p, role, path, method`. A line that starts with `-` is a rule to remove, all others are rules to add.',
  },
  replaceAll: { type: 'boolean', description: 'The rules to add are the whole new policy.' },
  replaceRoles: { ...roleKeys, description: 'The rules to add are all rules that these roles will have.' },
  disableRoles: { ...roleKeys, description: 'Roles that will be disabled or deleted.' },
})

const lastTime = { ...timeOrNull, description: 'UTC. Null: never.' }

const routePreviewSchema = objectSchema('RoutePreview', {
  roleKey: text,
  method: text,
  route: { type: 'string', description: 'The declared route, or the path with `:id` for segments like ids.' },
  extent,
  usedCount: { ...count, description: 'How often the role has called it.' },
  lastUsedAt: lastTime,
  refusedCount: { ...count, description: 'How often the role was refused.' },
  lastRefusedAt: lastTime,
})

const previewSchema = objectSchema('PolicyPreview', {
  keepDays: { ...count, description: 'The setting `usage.keepDays`. 0: usage is not recorded.' },
  recordedSince: {
    ...timeOrNull,
    description: 'When the oldest recorded usage began. Null: none is recorded.',
  },
  addedRules: { ...count, description: 'The number of rules that do not exist yet.' },
  removedRules: count,
  gainCount: count,
  lossCount: count,
  roles: listSchema(
    objectSchema('RolePreview', {
      roleKey: text,
      enabledUsers: {
        type: ['integer', 'null'],
        minimum: 0,
        description: 'Null without the permission for `GET /api/v1/sys-user`.',
      },
      gainCount: count,
      lossCount: count,
    }),
  ),
  gains: { ...listSchema(routePreviewSchema), description: 'The most frequent calls first, at most 1000.' },
  losses: { ...listSchema(routePreviewSchema), description: 'The most frequent calls first, at most 1000.' },
  opened: {
    ...listSchema(openedRouteSchema),
    description:
      'The routes that become callable, whether or not they were called: at most 200, those of the administration first.',
  },
  openedCounts: objectSchema('OpenedCounts', { service: count, app: count, upstream: count }),
  administeringRoles: {
    ...listSchema(text),
    description: 'The roles that become able to change users, roles, departments or rules.',
  },
  closedParents: {
    ...listSchema(ruleSchema),
    description: 'The paths `/x` that stay closed to a role that gets `/x/*`, at most 200.',
  },
})

const NO_PREVIEW = { en: 'there is no preview.', zh: '无法预览。' }

interface Parts {
  readonly previewPolicy: PreviewPolicy
  readonly permission: Permission
}

/** Creates the endpoint that shows who gains and who loses what by a change. It changes nothing. */
export function policyPreviewRoute({ previewPolicy, permission }: Parts) {
  return endpoint({
    operationId: 'previewPolicy',
    summary: 'Preview a change of the policy',
    description:
      'Compares the recorded usage with the policy in force and with the proposed one. Changes nothing. It needs the permission for the calls that make the change, and for `GET /api/v1/policy` to replace rules. A change that would be refused is refused with the same reason.',
    response: previewSchema,
    refusals: [...CHANGE_REFUSALS, 'rule-unknown', 'admin-role-fixed'],
    bodyLimit: BODY_LIMIT_BYTES,
    body: changeBody,
    async handler({ body, identity, operator }) {
      return previewPolicy(operator, () => readChange(body), {
        mayCall: (method, path) => permission.mayCall(identity, path, method),
      })
    },
  })
}

async function readChange(body: FromSchema<typeof changeBody>): Promise<ProposedChange> {
  const { add = [], remove = [], csv = '', replaceAll, replaceRoles, disableRoles = [] } = body
  const isReplaced = replaceAll === true || replaceRoles !== undefined
  if (add.length + remove.length + disableRoles.length === 0 && csv === '' && !isReplaced)
    throw new InvalidParameters(EMPTY_CHANGE)
  const file = await parseCasbinChange([csv], { maxRules: MAX_IMPORTED_RULES })
  if (file.problemCount > 0) throw new InvalidParameters(csvProblem(file, NO_PREVIEW))
  return {
    add: [...rulesOf(add), ...file.add],
    remove: [...rulesOf(remove), ...file.remove],
    replace: replaceAll ? 'all' : (replaceRoles ?? []),
    disableRoles,
  }
}
