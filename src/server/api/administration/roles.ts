import { ROLE_ORDERS } from '../../../accounts/role/role.store.ts'
import { DISABLED, ENABLED } from '../../../accounts/status.ts'
import { notFound } from '../../../foundation/refusal/refusal.ts'
import type { DocumentedRoute } from '../../http/documentation.ts'
import { changed, endpoint } from '../../http/endpoint.ts'
import { idParams, orderQuery, pageOf, pageQuery, pageResponse } from '../page-query.ts'
import { removalEndpoints, resourceById } from '../resource-by-id.ts'
import { count, objectSchema, pageSchema, roleSchema } from '../resource-schemas.ts'
import type { RouteParts } from '../route-parts.ts'

const tag = 'roles'

const text = { type: 'string', maxLength: 4096 } as const
const status = { type: 'string', enum: [ENABLED, DISABLED] } as const
const fields = { roleName: text, roleKey: text, dataScope: text, status, remark: text }

/** Further members are ignored: front ends send back whole resources. */
const bodies = {
  add: { title: 'NewRole', type: 'object', required: ['roleName', 'roleKey'], properties: fields },
  change: {
    title: 'RoleChange',
    type: 'object',
    properties: { ...fields, revision: { type: 'integer', minimum: 1 } },
  },
} as const

export function roleRoutes({ roles, roleAdministration, sessionStore, now }: RouteParts) {
  return {
    list: endpoint({
      operationId: 'listRoles',
      tag,
      summary: 'List roles',
      response: { data: pageSchema('RolePage', roleSchema) },
      query: {
        type: 'object',
        properties: {
          ...pageQuery,
          ...orderQuery(ROLE_ORDERS),
          roleKey: { type: 'string', maxLength: 64, description: 'A part of the key.' },
          roleName: { type: 'string', maxLength: 128, description: 'A part of the name.' },
          status: { type: 'string', enum: [DISABLED, ENABLED, ''] },
        },
      } as const,
      async handler({ query }) {
        const { orderBy = 'roleId', order, ...filter } = query
        const page = await roles.page(filter, { by: orderBy, descending: order === 'desc' }, pageOf(query))
        return pageResponse(page, {})
      },
    }),

    one: resourceById('role', roles.find, {
      operationId: 'getRole',
      tag,
      summary: 'Get a role',
      response: roleSchema,
    }),

    countSessions: endpoint({
      operationId: 'countRoleSessions',
      tag,
      summary: 'Count the active sessions of a role',
      description: 'Returns what `DELETE /session` with the `roleId` would end.',
      response: {
        data: objectSchema('RoleSessions', {
          sessions: count,
          users: { ...count, description: 'The number of users who have these sessions.' },
        }),
      },
      refusals: ['not-found'],
      params: idParams,
      async handler({ params }) {
        const id = Number(params.id)
        if (!(await roles.find(id))) throw notFound('role', id)
        return { data: await sessionStore.countByRole(id, now()) }
      },
    }),

    add: endpoint({
      operationId: 'addRole',
      tag,
      summary: 'Add a role',
      description: 'Without `dataScope`, the role has the data scope `5`: own data only.',
      response: { data: roleSchema },
      refusals: ['role-key-taken', 'beyond-own-role', 'admin-only'],
      body: bodies.add,
      async handler({ body, operator }) {
        const { roleName, roleKey, dataScope, status: state, remark } = body
        const role = { roleName, roleKey, dataScope, status: state, remark }
        return changed(await roleAdministration.add(operator, role))
      },
    }),

    change: endpoint({
      operationId: 'changeRole',
      tag,
      summary: 'Change a role',
      description:
        'Changes the fields that are sent. Another key or data scope, and disabling the role, end the sessions of its users.',
      response: { data: roleSchema },
      refusals: [
        'not-found',
        'changed-meanwhile',
        'role-key-taken',
        'admin-role-fixed',
        'admin-only',
        'own-role',
        'beyond-own-role',
      ],
      params: idParams,
      body: bodies.change,
      async handler({ params, body, operator }) {
        const { roleName, roleKey, dataScope, status: state, remark, revision } = body
        const change = { roleName, roleKey, dataScope, status: state, remark, revision }
        return changed(await roleAdministration.change(operator, Number(params.id), change))
      },
    }),

    ...removalEndpoints(roleAdministration.remove, {
      tag,
      one: { operationId: 'deleteRole', summary: 'Delete a role and its rules' },
      many: { operationId: 'deleteRoles', summary: 'Delete roles and their rules' },
      refusals: ['role-in-use', 'admin-role-fixed', 'admin-only', 'own-role', 'beyond-own-role'],
    }),
  } satisfies Record<string, DocumentedRoute>
}
