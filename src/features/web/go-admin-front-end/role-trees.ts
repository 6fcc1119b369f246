import { endpoint } from '../../../core/check/http/endpoint.ts'
import type { DepartmentStore } from '../../../core/department/department.store.ts'
import type { Permission } from '../../../core/permission/permission.ts'
import type { PolicyStore } from '../../../core/permission/policy.store.ts'
import { createVisibleRoles } from '../../../core/role/visible-roles.ts'
import type { RoleParts } from '../../../core/role/with-roles.ts'
import { includesDepartment, type UserScope } from '../../../core/user/list/user-scope.ts'
import type { Identity } from '../../../platform/http/call/identity.ts'
import { idParams } from '../../../platform/http/endpoint/page-query.ts'
import { id, listSchema, objectSchema, text } from '../../../platform/http/endpoint/response-schemas.ts'
import { compressed } from '../../../platform/http/responses/compressed.ts'
import { type DepartmentWithChildren, departmentTree } from './department-endpoints.ts'
import {
  flatMenus,
  type MenuNode,
  menusOfRole,
  optionsOf,
  type TreeOption,
  visibleMenus,
} from './menu-tree.ts'
import { NEEDED, type NeededCalls } from './needed-call.ts'

export interface RoleTreeParts extends RoleParts {
  readonly departments: DepartmentStore
  readonly policyStore: PolicyStore
  readonly permission: Permission
}

export type RoleTrees = ReturnType<typeof goAdminRoleTrees>

/** The front end asks for the menus of the role 0 to show all menus. */
const NO_ROLE = 0
const roleOrNone = { type: 'string', pattern: '^(0|[1-9]\\d{0,14})$' } as const
const roleParams = { type: 'object', required: ['id'], properties: { id: roleOrNone } } as const

const optionSchema = objectSchema(
  'GoAdminTreeOption',
  { id, label: text, children: listSchema({ $ref: '#/components/schemas/GoAdminTreeOption' }) },
  ['children'],
)
const checkedKeys = listSchema(id)

/** Creates the endpoints of the trees in the forms for a role: its menus, and its departments. */
export function goAdminRoleTrees(parts: RoleTreeParts, menus: readonly MenuNode[], calls: NeededCalls) {
  const { permission, policyStore, departments } = parts
  const { existing } = createVisibleRoles(parts)

  /** Returns the menus of a role to callers who may list the rules of all roles, and none to others. */
  async function menuIdsOf(
    roleKey: string,
    identity: Identity,
    scope: UserScope,
  ): Promise<readonly number[]> {
    const { path, method } = NEEDED.readRules
    if (scope.kind !== 'all' || !permission.mayCall(identity, path, method)) return []
    return menusOfRole(menus, await policyStore.listByRole(roleKey))
  }

  return {
    menuIdsOf,

    menus: compressed(
      endpoint({
        operationId: 'goAdminGetMenusOfRole',
        summary: 'Get the menus for the form of a role',
        description: 'The role `0` gets all menus that the caller may use, and no checked ones.',
        response: objectSchema('GoAdminMenusOfRole', { menus: listSchema(optionSchema), checkedKeys }),
        refusals: ['not-found'],
        params: roleParams,
        async handler({ params, identity, operator, scope }) {
          const shown = visibleMenus(menus, (rule) => permission.mayCall(identity, rule.path, rule.method))
          const roleId = Number(params.id)
          if (roleId === NO_ROLE) return { menus: optionsOf(shown), checkedKeys: [] }
          calls.require(identity, NEEDED.getRole, roleId)
          const { roleKey } = await existing(scope, roleId, operator)
          const visible = new Set(flatMenus(shown).map(({ menuId }) => menuId))
          const ofRole = await menuIdsOf(roleKey, identity, scope)
          return { menus: optionsOf(shown), checkedKeys: ofRole.filter((menuId) => visible.has(menuId)) }
        },
      }),
    ),

    departments: compressed(
      endpoint({
        operationId: 'goAdminGetDepartmentsOfRole',
        summary: 'Get the departments for the form of a role',
        response: objectSchema('GoAdminDepartmentsOfRole', { depts: listSchema(optionSchema), checkedKeys }),
        refusals: ['not-found'],
        params: idParams,
        async handler({ params, identity, operator, scope }) {
          const roleId = Number(params.id)
          calls.require(identity, NEEDED.getRole, roleId)
          calls.require(identity, NEEDED.getDepartmentTree)
          const { deptIds } = await existing(scope, roleId, operator)
          const depts = departmentTree(await departments.all(scope)).map(optionOf)
          return { depts, checkedKeys: deptIds.filter((deptId) => includesDepartment(scope, deptId)) }
        },
      }),
    ),
  }
}

function optionOf({ deptId, deptName, children }: DepartmentWithChildren): TreeOption {
  return { id: deptId, label: deptName, children: children.map(optionOf) }
}
