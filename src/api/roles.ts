import type { RouteShorthandOptionsWithHandler } from 'fastify'
import type { RoleAdministration } from '../administration/roles.ts'
import { changed, endpoint } from '../http/endpoint.ts'
import { ROLE_ORDERS, type RoleStore } from '../role/role.store.ts'
import { DISABLED, ENABLED } from '../user/user.ts'
import { operatorOf } from './operator.ts'
import { idParams, orderQuery, pageOf, pageQuery, pageResponse } from './page-query.ts'
import { removalEndpoints, resourceById } from './resource-by-id.ts'

const text = { type: 'string', maxLength: 4096 } as const
const status = { type: 'string', enum: [ENABLED, DISABLED] } as const
const fields = { roleName: text, roleKey: text, dataScope: text, status, remark: text }

/** Further members are ignored: front ends send back whole resources. */
const bodies = {
  add: { type: 'object', required: ['roleName', 'roleKey'], properties: fields },
  change: { type: 'object', properties: { ...fields, revision: { type: 'integer', minimum: 1 } } },
} as const

export interface RoleRouteOptions {
  readonly roles: RoleStore
  readonly roleAdministration: RoleAdministration
}

export function roleRoutes({ roles, roleAdministration }: RoleRouteOptions) {
  return {
    list: endpoint({
      query: {
        type: 'object',
        properties: {
          ...pageQuery,
          ...orderQuery(ROLE_ORDERS),
          roleKey: { type: 'string', maxLength: 64 },
          roleName: { type: 'string', maxLength: 128 },
          status: { type: 'string', enum: [DISABLED, ENABLED, ''] },
        },
      } as const,
      async handler({ query }) {
        const { orderBy = 'roleId', order, ...filter } = query
        const page = await roles.page(filter, { by: orderBy, descending: order === 'desc' }, pageOf(query))
        return pageResponse(page, {})
      },
    }),

    one: resourceById('role', roles.find),

    add: endpoint({
      body: bodies.add,
      async handler({ body, request, identity }) {
        const { roleName, roleKey, dataScope, status: state, remark } = body
        const role = { roleName, roleKey, dataScope, status: state, remark }
        return changed(await roleAdministration.add(operatorOf(request, identity), role))
      },
    }),

    change: endpoint({
      params: idParams,
      body: bodies.change,
      async handler({ params, body, request, identity }) {
        const { roleName, roleKey, dataScope, status: state, remark, revision } = body
        const change = { roleName, roleKey, dataScope, status: state, remark, revision }
        const operator = operatorOf(request, identity)
        return changed(await roleAdministration.change(operator, Number(params.id), change))
      },
    }),

    ...removalEndpoints(roleAdministration.remove),
  } satisfies Record<string, RouteShorthandOptionsWithHandler>
}
