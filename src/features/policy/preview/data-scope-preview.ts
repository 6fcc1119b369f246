import { endpoint } from '../../../core/check/http/endpoint.ts'
import type { ScopeChange } from '../../../core/data-scope/scope-change.ts'
import { DATA_SCOPES } from '../../../core/role/role.ts'
import { statusInput } from '../../../core/user/status-schemas.ts'
import { idInput, idOrNone } from '../../../platform/http/endpoint/request-schemas.ts'
import { count, objectSchema } from '../../../platform/http/endpoint/response-schemas.ts'
import { InvalidParameters } from '../../../platform/refusal/refusal.ts'
import type { PreviewScope } from './scope-preview.ts'

const dataScope = { type: 'string', enum: DATA_SCOPES } as const

const body = {
  title: 'DataScopeChange',
  description: 'Exactly one of the three, with the fields that change.',
  type: 'object',
  properties: {
    user: {
      type: 'object',
      additionalProperties: false,
      required: ['userId'],
      properties: {
        userId: idInput,
        roleId: idInput,
        deptId: idOrNone,
        dataScope: { type: 'string', enum: ['', ...DATA_SCOPES] },
      },
    },
    role: {
      type: 'object',
      additionalProperties: false,
      required: ['roleId'],
      properties: { roleId: idInput, dataScope, deptIds: { type: 'array', maxItems: 1000, items: idInput } },
    },
    department: {
      type: 'object',
      additionalProperties: false,
      required: ['deptId'],
      properties: { deptId: idInput, parentId: idOrNone, status: statusInput },
    },
  },
} as const

const extentSchema = objectSchema('DataScopeExtent', {
  departments: { ...count, description: 'The departments that at least one of these users gains or loses.' },
  users: { ...count, description: 'The users in these departments, without a user who is changed.' },
})

const previewSchema = objectSchema('DataScopePreview', {
  usersGaining: { ...count, description: 'How many enabled users see more departments.' },
  usersLosing: { ...count, description: 'How many enabled users see fewer departments.' },
  gained: extentSchema,
  lost: extentSchema,
})

const ONE_CHANGE = {
  field: 'user',
  en: 'The body must have exactly one of user, role and department.',
  zh: '请求体须恰好包含 user、role、department 之一。',
}

interface Parts {
  readonly previewScope: PreviewScope
}

/** Creates the endpoint that counts what users gain and lose by a change. It changes nothing. */
export function dataScopePreviewRoute({ previewScope }: Parts) {
  return endpoint({
    operationId: 'previewDataScope',
    summary: 'Preview what users see after a change of a user, a role or a department',
    description:
      'Changes nothing. It needs the permission for the call that makes the change, and is refused with the same reason as the change. What is outside your own data scope is not counted.',
    response: previewSchema,
    refusals: [
      'permission-denied',
      'not-found',
      'role-unknown',
      'last-admin',
      'admin-only',
      'admin-role-fixed',
      'own-role',
      'own-department',
      'beyond-own-role',
      'own-role-ends',
      'department-unknown',
      'department-cycle',
      'all-data-required',
    ],
    body,
    async handler({ body: { user, role, department }, operator, scope }) {
      const changes: ScopeChange[] = [
        ...(user ? [{ user }] : []),
        ...(role ? [{ role }] : []),
        ...(department ? [{ department }] : []),
      ]
      const [change, ...others] = changes
      if (!change || others.length > 0) throw new InvalidParameters(ONE_CHANGE)
      return previewScope(operator, change, scope)
    },
  })
}
