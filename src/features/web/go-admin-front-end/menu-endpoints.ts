import { endpoint } from '../../../core/check/http/endpoint.ts'
import type { RouteRegistry } from '../../../core/check/routes/route-registry.ts'
import type { Permission } from '../../../core/permission/permission.ts'
import { numberOf, pageQuery } from '../../../platform/http/endpoint/page-query.ts'
import { querySchema } from '../../../platform/http/endpoint/request-schemas.ts'
import {
  id,
  listSchema,
  objectSchema,
  pageSchema,
  text,
} from '../../../platform/http/endpoint/response-schemas.ts'
import { compressed } from '../../../platform/http/responses/compressed.ts'
import { filterMenus, type Menu } from '../menus/menu.ts'
import { NEEDED, type NeededCalls } from './needed-call.ts'

export interface GoAdminMenuParts {
  readonly permission: Permission
  readonly registry: Pick<RouteRegistry, 'routes'>
}

const apiSchema = objectSchema('GoAdminApi', {
  id,
  handle: text,
  title: text,
  path: text,
  action: text,
  type: { enum: ['SYS', 'BUS'], description: '`BUS` if roles need a rule for it.' },
})

/** Creates the endpoints of go-admin's pages for menus and endpoints, which can be read there and are changed in the settings. */
export function goAdminMenuRoutes(
  { permission, registry }: GoAdminMenuParts,
  menus: readonly Menu[],
  calls: NeededCalls,
) {
  return {
    menus: endpoint({
      operationId: 'goAdminListMenus',
      summary: 'List menus',
      description: 'The records of the setting `menus`, without what the role may not call.',
      response: listSchema({ type: 'object', additionalProperties: true }),
      query: querySchema({ title: { type: 'string', maxLength: 128, description: 'A part of the title.' } }),
      async handler({ query: { title = '' }, identity }) {
        const usable = filterMenus(menus, identity, permission)
        return title === '' ? usable : usable.filter((menu) => String(menu.title).includes(title))
      },
    }),

    apis: compressed(
      endpoint({
        operationId: 'goAdminListApis',
        summary: 'List the routes',
        description: 'The routes of `GET /api/v1/route`. Pages have the size that is asked for.',
        response: pageSchema('GoAdminApiPage', apiSchema),
        query: querySchema({
          ...pageQuery,
          path: { type: 'string', maxLength: 4096, description: 'A part of the path.' },
          title: { type: 'string', maxLength: 128, description: 'A part of the path.' },
          action: { type: 'string', maxLength: 20, description: 'The method.' },
          type: { type: 'string', enum: ['SYS', 'BUS', ''] },
        }),
        async handler({ query, identity }) {
          calls.require(identity, NEEDED.listRoutes)
          const { path = '', title = '', action = '', type = '' } = query
          const found = apisOf(registry)
            .filter((api) => api.path.includes(path) && api.path.includes(title))
            .filter((api) => [api.action, ''].includes(action) && [api.type, ''].includes(type))
          const pageIndex = numberOf(query.pageIndex) ?? 1
          // The front end asks for 10,000 to show all.
          const pageSize = numberOf(query.pageSize) ?? 10
          const list = found.slice((pageIndex - 1) * pageSize, pageIndex * pageSize)
          return { list, count: found.length, pageIndex, pageSize }
        },
      }),
    ),
  }
}

function apisOf(registry: Pick<RouteRegistry, 'routes'>) {
  return registry.routes().map(({ method, path, checks, origin }, index) => ({
    id: index + 1,
    handle: origin,
    title: `${method} ${path}`,
    path,
    action: method,
    type: checks === 'both' ? 'BUS' : 'SYS',
  }))
}
