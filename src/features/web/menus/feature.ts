import { type Route, type RouteLimits, route } from '../../../core/check/http/route.ts'
import type { Permission } from '../../../core/permission/permission.ts'
import type { Menu } from './menu.ts'
import { menuRoute } from './menu-endpoints.ts'

interface RouteParts extends RouteLimits {
  readonly settings: { readonly menus: readonly Menu[] }
  readonly permission: Permission
}

export const menusFeature = {
  routes: ({ settings, permission, limits }: RouteParts): Route[] => [
    route('GET', '/menurole', 'identity', menuRoute(settings.menus, permission), limits.usual),
  ],
}
