import { type Route, type RouteLimits, route } from '../../../core/check/http/route.ts'
import type { DocumentedRoute } from '../../../platform/http/endpoint/documentation.ts'
import type { Menu } from '../menus/menu.ts'
import { menuRoute } from '../menus/menu-endpoints.ts'
import { type GoAdminDepartmentParts, goAdminDepartmentRoutes } from './department-endpoints.ts'
import { type GoAdminLogParts, goAdminLogRoutes } from './login-log-endpoints.ts'
import { type GoAdminMenuParts, goAdminMenuRoutes } from './menu-endpoints.ts'
import { readMenuTree } from './menu-tree.ts'
import { createNeededCalls } from './needed-call.ts'
import { goAdminOptionRoutes } from './option-endpoints.ts'
import { decidedByRules } from './permission-codes.ts'
import { type GoAdminProfileParts, goAdminProfileRoutes } from './profile-endpoints.ts'
import { type GoAdminRoleParts, goAdminRoleRoutes } from './role-endpoints.ts'
import { goAdminRoleTrees, type RoleTreeParts } from './role-trees.ts'
import { unservedRoutes } from './unserved-pages.ts'
import { type GoAdminUserParts, goAdminUserRoutes } from './user-endpoints.ts'

interface Settings {
  readonly menus: readonly Menu[]
  readonly compatibility: { readonly goAdmin: boolean }
}

type Parts = RouteLimits &
  GoAdminDepartmentParts &
  GoAdminLogParts &
  GoAdminMenuParts &
  GoAdminProfileParts &
  GoAdminRoleParts &
  GoAdminUserParts &
  RoleTreeParts & { readonly settings: Settings }

/** What go-admin's front end calls, and what it expects of the service's own endpoints. */
export const goAdminFrontEndFeature = {
  settingsOfRoutes: ({ compatibility }: Settings) => ({ compatibility }),

  /** Adds the routes of go-admin's front end, and makes those that it shares with the service accept its requests. The checks stay. */
  adaptRoutes(routes: readonly Route[], parts: Parts): readonly Route[] {
    const { settings, limits } = parts
    if (!settings.compatibility.goAdmin) return routes
    const endpoints = createEndpoints(parts)
    const shared = sharedEndpoints(endpoints)
    const adapted = routes.map((one) => {
      const options = shared.get(`${one.method} ${one.path}`)
      return options ? { ...one, options } : one
    })
    return [...adapted, ...furtherRoutes(endpoints, limits), ...unservedRoutes(limits.usual)]
  },
}

type Endpoints = ReturnType<typeof createEndpoints>

function createEndpoints(parts: Parts) {
  const { settings, permission } = parts
  const calls = createNeededCalls(permission)
  const records = decidedByRules(settings.menus)
  const menus = readMenuTree(records)
  const trees = goAdminRoleTrees(parts, menus, calls)
  return {
    trees,
    users: goAdminUserRoutes(parts, calls),
    roles: goAdminRoleRoutes(parts, { calls, menus, trees }),
    departments: goAdminDepartmentRoutes(parts),
    loginLog: goAdminLogRoutes(parts),
    profile: goAdminProfileRoutes(parts, records),
    menus: goAdminMenuRoutes(parts, records, calls),
    sideBar: menuRoute(records, permission),
    options: goAdminOptionRoutes(),
  }
}

/** Returns the endpoints in place of those of the service with the same method and path. */
function sharedEndpoints(endpoints: Endpoints): ReadonlyMap<string, DocumentedRoute> {
  const { users, roles, departments, loginLog, profile, sideBar } = endpoints
  return new Map([
    ['GET /api/v1/getinfo', profile.getinfo],
    ['GET /api/v1/user/profile', profile.profile],
    ['GET /api/v1/menurole', sideBar],
    ['GET /api/v1/sys-user', users.list],
    ['POST /api/v1/sys-user', users.add],
    ['GET /api/v1/sys-user/:id', users.one],
    ['GET /api/v1/role', roles.list],
    ['POST /api/v1/role', roles.add],
    ['GET /api/v1/role/:id', roles.one],
    ['PUT /api/v1/role/:id', roles.change],
    ['GET /api/v1/dept', departments.list],
    ['POST /api/v1/dept', departments.add],
    ['PUT /api/v1/dept/:id', departments.change],
    ['GET /api/v1/sys-login-log', loginLog.list],
  ])
}

function furtherRoutes(endpoints: Endpoints, { usual }: RouteLimits['limits']): Route[] {
  const { users, roles, trees, profile, menus, options } = endpoints
  return [
    route('PUT', '/sys-user', 'scoped', users.change, usual),
    route('PUT', '/user/status', 'scoped', users.status, usual),
    route('PUT', '/user/pwd/reset', 'scoped', users.password, usual),
    route('PUT', '/role-status', 'all-only', roles.status, usual),
    route('PUT', '/roledatascope', 'all-only', roles.dataScope, usual),
    route('GET', '/roleMenuTreeselect/:id', 'scoped', trees.menus, usual),
    route('GET', '/roleDeptTreeselect/:id', 'scoped', trees.departments, usual),
    route('PUT', '/sys-user/profile', 'identity', profile.changeDetails, usual),
    route('POST', '/user/avatar', 'identity', profile.avatar, usual),
    route('GET', '/menu', 'unscoped', menus.menus, usual),
    route('GET', '/sys-api', 'unscoped', menus.apis, usual),
    route('GET', '/dict-data/option-select', 'identity', options.dictionary, usual),
    route('GET', '/dict/type-option-select', 'identity', options.dictionaries, usual),
    route('GET', '/configKey/:configKey', 'identity', options.parameter, usual),
  ]
}
