import type { Permission } from '../../../core/permission/permission.ts'
import { ADMIN_ROLE_KEY } from '../../../core/role/role.ts'

/**
 * A menu record of go-admin's front end. `sysApi` lists the endpoints it calls, `children` its submenus. `roles` lists the keys of the
 * roles that see it, besides the role `admin`; without it, all may.
 */
export type Menu = Readonly<Record<string, unknown>>

/**
 * Returns the menus that the role may use: a menu with endpoints stays if the role may call one of them, a menu with roles if the role
 * is one of them, and a menu whose submenus were all removed is removed too. The keys of roles are not returned.
 */
export function filterMenus(
  menus: readonly Menu[],
  identity: { roleKey: string },
  permission: Permission,
): Menu[] {
  const mayCallAny = (menu: Menu): boolean => {
    const endpoints = endpointsOf(menu)
    return (
      endpoints.length === 0 ||
      endpoints.some(({ path, method }) => permission.mayCall(identity, path, method))
    )
  }

  return menus
    .filter((menu) => mayCallAny(menu) && isForRole(menu, identity.roleKey))
    .flatMap(({ roles: _roles, ...menu }) => {
      const children = menusIn(menu.children)
      if (children.length === 0) return [menu]
      const remaining = filterMenus(children, identity, permission)
      return remaining.length === 0 ? [] : [{ ...menu, children: remaining }]
    })
}

/** Returns whether a menu is for a role: for all, unless it names its roles. */
export function isForRole(menu: Menu, roleKey: string): boolean {
  if (menu.roles === undefined || roleKey === ADMIN_ROLE_KEY) return true
  return Array.isArray(menu.roles) && menu.roles.includes(roleKey)
}

/** Returns the endpoints that a menu calls. */
export function endpointsOf(menu: Menu): { path: string; method: string }[] {
  return menusIn(menu.sysApi).flatMap(({ path, action, method }) => {
    const called = typeof action === 'string' ? action : method
    return typeof path === 'string' && typeof called === 'string' ? [{ path, method: called }] : []
  })
}

/** Returns the records in a list of a menu. */
export function menusIn(value: unknown): Menu[] {
  if (!Array.isArray(value)) return []
  return value.filter((entry): entry is Menu => typeof entry === 'object' && entry !== null)
}

/** Returns whether a menu is a button of a page, which is no entry of the navigation. */
export function isButton({ menuType }: Menu): boolean {
  return menuType === 'F'
}

/** Returns the menus that are pages or lead to pages: the front end has no page for a button. */
export function withoutButtons(menus: readonly Menu[]): readonly Menu[] {
  return menus
    .filter((menu) => !isButton(menu))
    .map((menu) => {
      const children = menusIn(menu.children)
      return children.length === 0 ? menu : { ...menu, children: withoutButtons(children) }
    })
}
