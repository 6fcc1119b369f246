import type { Changed } from '../../platform/cluster/change-feed/change-writer.ts'
import {
  idParams,
  orderQuery,
  pageOf,
  pageQuery,
  pageResponse,
} from '../../platform/http/endpoint/page-query.ts'
import {
  bodySchema,
  idInput,
  longText,
  querySchema,
  revisionInput,
} from '../../platform/http/endpoint/request-schemas.ts'
import { count, objectSchema, pageSchema } from '../../platform/http/endpoint/response-schemas.ts'
import type { Operator } from '../audit-log/operator.ts'
import { endpoint, withoutVersion } from '../check/http/endpoint.ts'
import { removalEndpoints, resourceById } from '../check/http/resource-by-id.ts'
import type { SessionStore } from '../session/session.store.ts'
import { ALL_USERS } from '../user/list/user-scope.ts'
import { DISABLED, ENABLED } from '../user/status.ts'
import { statusInput } from '../user/status-schemas.ts'
import { type ListedRoleParts, listedRoles } from './listed-roles.ts'
import type { RoleStore } from './role.store.ts'
import { ROLE_ORDERS, type Role } from './role.ts'
import { listedRoleSchema } from './role-schemas.ts'
import type { RoleAdministration } from './roles.ts'
import type { RoleFinder } from './roles-in-force.ts'
import { createVisibleRoles } from './visible-roles.ts'

const names = { roleName: longText, roleKey: longText }
const fields = {
  ...names,
  dataScope: longText,
  deptIds: {
    type: 'array',
    maxItems: 1000,
    items: idInput,
    description: 'The departments of the data scope `2`.',
  },
  status: statusInput,
  remark: longText,
} as const

export const bodies = {
  add: bodySchema('NewRole', ['roleName', 'roleKey'], fields),
  copy: bodySchema('RoleCopy', ['roleName', 'roleKey'], names),
  change: bodySchema('RoleChange', [], { ...fields, revision: revisionInput }),
}

interface Parts extends ListedRoleParts {
  readonly roles: RoleStore
  readonly rolesInForce: RoleFinder
  readonly roleAdministration: RoleAdministration
  readonly sessionStore: SessionStore
  readonly now: () => number
}

export function roleRoutes(parts: Parts) {
  const { roles, roleAdministration, sessionStore, now } = parts
  const { visible, find, existing } = createVisibleRoles(parts)

  /** Returns the response to a change of one role. */
  async function changedRole(role: Changed<Role>, operator: Operator) {
    return (await listedRoles([withoutVersion(role)], { operator, scope: ALL_USERS }, parts))[0]
  }

  return {
    list: endpoint({
      operationId: 'listRoles',
      summary: 'List roles',
      description: 'Operators with a limited data scope see the roles that they may assign.',
      response: pageSchema('RolePage', listedRoleSchema),
      query: querySchema({
        ...pageQuery,
        ...orderQuery(ROLE_ORDERS),
        roleKey: { type: 'string', maxLength: 64, description: 'A part of the key.' },
        roleName: { type: 'string', maxLength: 128, description: 'A part of the name.' },
        status: { type: 'string', enum: [DISABLED, ENABLED, ''] },
      }),
      async handler({ query, operator, scope }) {
        const { orderBy = 'roleId', order, ...wanted } = query
        const filter = { ...wanted, among: await visible(scope, operator) }
        const page = await roles.page(filter, { by: orderBy, descending: order === 'desc' }, pageOf(query))
        return pageResponse({ ...page, list: await listedRoles(page.list, { operator, scope }, parts) })
      },
    }),

    one: resourceById(
      'role',
      async (scope, id, operator) => {
        const role = await find(scope, id, operator)
        return role && (await listedRoles([role], { operator, scope }, parts))[0]
      },
      { operationId: 'getRole', summary: 'Get a role', response: listedRoleSchema },
    ),

    countSessions: endpoint({
      operationId: 'countRoleSessions',
      summary: 'Count the active sessions of a role',
      description: 'Returns what `DELETE /session` with the `roleId` would end.',
      response: objectSchema('RoleSessions', {
        sessions: count,
        users: { ...count, description: 'The number of users who have these sessions.' },
      }),
      refusals: ['not-found'],
      params: idParams,
      async handler({ params, operator, scope }) {
        const { roleId } = await existing(scope, Number(params.id), operator)
        return sessionStore.countByRole(scope, roleId, now())
      },
    }),

    add: endpoint({
      operationId: 'addRole',
      summary: 'Add a role',
      description:
        'Without `dataScope`, the role has the data scope `5`, own data only: an operator with this role sees no user but themselves.',
      response: listedRoleSchema,
      refusals: ['role-key-taken', 'department-unknown', 'beyond-own-role', 'own-role-ends', 'admin-only'],
      body: bodies.add,
      async handler({ body, operator }) {
        return changedRole(await roleAdministration.add(operator, body), operator)
      },
    }),

    copy: endpoint({
      operationId: 'copyRole',
      summary: 'Copy a role with its rules',
      description:
        'The copy has the data scope, departments, status, remark and rules of the role, and no users. Requires the permission for `POST /policy` too.',
      response: listedRoleSchema,
      refusals: ['not-found', 'role-key-taken', 'admin-role-fixed', 'beyond-own-role', 'own-role-ends'],
      params: idParams,
      body: bodies.copy,
      async handler({ params, body, operator }) {
        return changedRole(await roleAdministration.copy(operator, Number(params.id), body), operator)
      },
    }),

    change: endpoint({
      operationId: 'changeRole',
      summary: 'Change a role',
      description:
        'Changes the fields that are sent. Another key or data scope, and disabling the role, end the sessions of its users.',
      response: listedRoleSchema,
      refusals: [
        'not-found',
        'changed-meanwhile',
        'role-key-taken',
        'department-unknown',
        'admin-role-fixed',
        'admin-only',
        'own-role',
        'beyond-own-role',
        'own-role-ends',
      ],
      params: idParams,
      body: bodies.change,
      async handler({ params, body, operator }) {
        return changedRole(await roleAdministration.change(operator, Number(params.id), body), operator)
      },
    }),

    ...removalEndpoints(roleAdministration.remove, {
      one: { operationId: 'deleteRole', summary: 'Delete a role and its rules' },
      many: { operationId: 'deleteRoles', summary: 'Delete roles and their rules' },
      refusals: [
        'role-in-use',
        'admin-role-fixed',
        'admin-only',
        'own-role',
        'beyond-own-role',
        'own-role-ends',
      ],
    }),
  }
}
