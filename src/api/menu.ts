import type { RouteShorthandOptionsWithHandler } from 'fastify'
import { endpoint } from '../http/endpoint.ts'
import { filterMenus, type Menu } from '../permission/menu.ts'
import type { Permission } from '../permission/permission.ts'

/** Creates the endpoint from which go-admin's front end builds its navigation. */
export function menuRoute(menus: readonly Menu[], permission: Permission): RouteShorthandOptionsWithHandler {
  return endpoint({ handler: async ({ identity }) => ({ data: filterMenus(menus, identity, permission) }) })
}
