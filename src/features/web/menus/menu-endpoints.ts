import { endpoint } from '../../../core/check/http/endpoint.ts'
import type { Permission } from '../../../core/permission/permission.ts'
import { listSchema } from '../../../platform/http/endpoint/response-schemas.ts'
import { filterMenus, type Menu, withoutButtons } from './menu.ts'

/** Creates the endpoint from which go-admin's front end builds its navigation. */
export function menuRoute(menus: readonly Menu[], permission: Permission) {
  const pages = withoutButtons(menus)
  return endpoint({
    operationId: 'getMenus',
    summary: 'Get the menus of your own role',
    description:
      'The records of the setting `menus`, without what the role may not call, and without buttons (`menuType` `F`).',
    response: listSchema({ type: 'object', additionalProperties: true }),
    handler: async ({ identity }) => filterMenus(pages, identity, permission),
  })
}
