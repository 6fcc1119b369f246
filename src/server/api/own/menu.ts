import { filterMenus, type Menu } from '../../../authorization/permission/menu.ts'
import type { Permission } from '../../../authorization/permission/permission.ts'
import { endpoint } from '../../http/endpoint.ts'
import { listSchema } from '../response-schemas.ts'

/** Creates the endpoint from which go-admin's front end builds its navigation. */
export function menuRoute(menus: readonly Menu[], permission: Permission) {
  return endpoint({
    operationId: 'getMenus',
    summary: 'Get the menus of your own role',
    description: 'The records of the setting `menus`, without what the role may not call.',
    response: listSchema({ type: 'object', additionalProperties: true }),
    handler: async ({ identity }) => filterMenus(menus, identity, permission),
  })
}
