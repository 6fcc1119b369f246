import type { FastifyRequest } from 'fastify'
import type { Operator } from '../../../core/audit-log/operator.ts'
import { endpoint, withoutVersion } from '../../../core/check/http/endpoint.ts'
import { dataScopeOf, identityOf } from '../../../core/check/http/request-identity.ts'
import type { Permission } from '../../../core/permission/permission.ts'
import { listedRoles } from '../../../core/role/listed-roles.ts'
import { ADMIN_ROLE_KEY, DATA_SCOPE_NAMES, ROLE_ORDERS, type Role } from '../../../core/role/role.ts'
import { listedRoleSchema } from '../../../core/role/role-schemas.ts'
import type { WithinRoleChange } from '../../../core/role/roles.ts'
import { bodies, roleRoutes } from '../../../core/role/roles-endpoints.ts'
import { ALL_USERS } from '../../../core/user/list/user-scope.ts'
import type { Changed } from '../../../platform/cluster/change-feed/change-writer.ts'
import { idParams } from '../../../platform/http/endpoint/page-query.ts'
import { bodySchema, idInput } from '../../../platform/http/endpoint/request-schemas.ts'
import {
  count,
  id,
  listSchema,
  objectSchema,
  pageSchema,
} from '../../../platform/http/endpoint/response-schemas.ts'
import { compressed } from '../../../platform/http/responses/compressed.ts'
import { adapted, type JsonObject, objectsIn } from './adapted-endpoint.ts'
import type { MenuNode } from './menu-tree.ts'
import { NEEDED, type NeededCalls, REVIEW_REFUSALS } from './needed-call.ts'
import { assertKnownMenus, giveMenus } from './role-menus.ts'
import type { RoleTrees } from './role-trees.ts'
import { withOrder, withTextStatus } from './sent-values.ts'

export type GoAdminRoleParts = Parameters<typeof roleRoutes>[0] & { readonly permission: Permission }

const furtherFields = { roleSort: count, admin: { type: 'boolean' } } as const
const goAdminRoleSchema = objectSchema('GoAdminRole', {
  ...listedRoleSchema.properties,
  ...furtherFields,
  menuIds: {
    ...listSchema(id),
    description:
      'The menus that the role has, because it has their rules. Empty for callers who may not list the rules.',
  },
})
const listedSchema = objectSchema('GoAdminListedRole', { ...listedRoleSchema.properties, ...furtherFields })

const menuIdsInput = {
  type: 'array',
  maxItems: 5000,
  items: idInput,
  description:
    'The menus that the role gets. The rules of these menus are added, and those of the others removed.',
} as const
const { properties: added, required } = bodies.add
const { properties: changed } = bodies.change
const addBody = bodySchema('GoAdminNewRole', required, { ...added, menuIds: menuIdsInput })
const changeBody = bodySchema('GoAdminRoleChange', [], { ...changed, menuIds: menuIdsInput })
const { status, dataScope, deptIds, revision } = changed
const statusBody = bodySchema('GoAdminRoleStatus', ['roleId', 'status'], {
  roleId: idInput,
  status,
  revision,
})
const scopeBody = bodySchema('GoAdminRoleDataScope', ['roleId', 'dataScope'], {
  roleId: idInput,
  ...{ dataScope, deptIds, revision },
})

const RULE_REFUSALS = ['own-role', 'role-unknown', 'rule-unknown'] as const

/** Creates the endpoints of go-admin's page for roles. */
export function goAdminRoleRoutes(
  parts: GoAdminRoleParts,
  {
    calls,
    menus,
    trees,
  }: { readonly calls: NeededCalls; readonly menus: readonly MenuNode[]; readonly trees: RoleTrees },
) {
  const { roleAdministration } = parts
  const native = roleRoutes(parts)
  const { refusals = [] } = native.change.documentation

  async function changedRole(role: Changed<Role>, operator: Operator) {
    return (await listedRoles([withoutVersion(role)], { operator, scope: ALL_USERS }, parts))[0]
  }

  /** Returns what gives a role these menus; nothing if a request leaves the menus out. */
  function giving(menuIds: readonly number[] | undefined): WithinRoleChange | undefined {
    if (menuIds === undefined) return undefined
    assertKnownMenus(menus, menuIds)
    return (operation, role) => giveMenus(operation, role, menus, menuIds)
  }

  async function withMenus(role: JsonObject, request: FastifyRequest): Promise<JsonObject> {
    const menuIds = await trees.menuIdsOf(String(role.roleKey), identityOf(request), dataScopeOf(request))
    return { ...withFurtherFields(role), menuIds }
  }

  return {
    list: compressed(
      adapted(native.list, {
        query: (query) => withOrder(query, ROLE_ORDERS),
        response: pageSchema('GoAdminRolePage', listedSchema),
        data: async (page) => ({ ...page, list: objectsIn(page.list).map(withFurtherFields) }),
      }),
    ),

    one: adapted(native.one, { response: goAdminRoleSchema, data: withMenus }),

    add: adapted(
      endpoint({
        operationId: 'addRole',
        summary: 'Add a role',
        description: native.add.documentation.description,
        response: listedRoleSchema,
        refusals: [...(native.add.documentation.refusals ?? []), ...RULE_REFUSALS],
        body: addBody,
        async handler({ body: { menuIds, ...role }, operator }) {
          return changedRole(await roleAdministration.add(operator, role, giving(menuIds)), operator)
        },
      }),
      { body: withoutEmptyFields },
    ),

    change: adapted(
      endpoint({
        operationId: 'changeRole',
        summary: 'Change a role',
        description: native.change.documentation.description,
        response: listedRoleSchema,
        refusals: [...refusals, ...RULE_REFUSALS],
        params: idParams,
        body: changeBody,
        async handler({ params, body: { menuIds, ...change }, operator }) {
          const roleId = Number(params.id)
          const role = await roleAdministration.change(operator, roleId, change, giving(menuIds))
          return changedRole(role, operator)
        },
      }),
      { body: withoutEmptyFields },
    ),

    status: adapted(
      endpoint({
        operationId: 'goAdminSetRoleStatus',
        summary: 'Enable or disable a role',
        responseFields: { data: id },
        refusals: [...refusals, ...REVIEW_REFUSALS],
        body: statusBody,
        async handler({ body: { roleId, ...change }, identity, operator }) {
          const by = calls.operatorOf({ identity, operator }, NEEDED.changeRole, roleId)
          await roleAdministration.change(by, roleId, change)
          return { data: roleId }
        },
      }),
      { body: withTextStatus },
    ),

    dataScope: adapted(
      endpoint({
        operationId: 'goAdminSetRoleDataScope',
        summary: 'Set the data scope of a role',
        description: 'The departments apply to the data scope `2` only. Menus are not changed.',
        refusals: [...refusals, ...REVIEW_REFUSALS],
        body: scopeBody,
        async handler({ body, identity, operator }) {
          const { roleId, deptIds: chosen, ...change } = body
          const by = calls.operatorOf({ identity, operator }, NEEDED.changeRole, roleId)
          const departments = body.dataScope === DATA_SCOPE_NAMES.custom ? { deptIds: chosen } : {}
          await roleAdministration.change(by, roleId, { ...change, ...departments })
        },
      }),
      { body: withoutEmptyFields },
    ),
  }
}

function withFurtherFields(role: JsonObject): JsonObject {
  return { ...role, roleSort: 0, admin: role.roleKey === ADMIN_ROLE_KEY }
}

/** Returns a body of a role without the fields that go-admin's front end sends empty if it has no value for them. */
function withoutEmptyFields(body: JsonObject): JsonObject {
  const isEmpty = (name: string, value: unknown) =>
    value === null ? ['deptIds', 'menuIds'].includes(name) : name === 'dataScope' && value === ''
  return withTextStatus(
    Object.fromEntries(Object.entries(body).filter(([name, value]) => !isEmpty(name, value))),
  )
}
