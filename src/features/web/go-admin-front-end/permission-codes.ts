import { endpointsOf, isButton, isForRole, type Menu, menusIn } from '../menus/menu.ts'

/**
 * Returns the codes, such as `admin:sysUser:add`, of the menus that a caller may use. By them the front end shows or hides buttons. They
 * grant nothing.
 */
export function permissionCodes(
  menus: readonly Menu[],
  roleKey: string,
  mayCall: (path: string, method: string) => boolean,
): readonly string[] {
  const codes = menus.flatMap((menu): readonly string[] => {
    const endpoints = endpointsOf(menu)
    const isUsable = endpoints.length === 0 || endpoints.some(({ path, method }) => mayCall(path, method))
    if (!isForRole(menu, roleKey)) return []
    const { permission, children } = menu
    const own = isUsable && typeof permission === 'string' && permission !== '' ? [permission] : []
    return [...own, ...permissionCodes(menusIn(children), roleKey, mayCall)]
  })
  return [...new Set(codes)]
}

/**
 * Returns the menus without the lists of roles where rules decide: a role that gets a menu in the front end is in no list. A page
 * without endpoints keeps its list.
 */
export function decidedByRules(menus: readonly Menu[]): readonly Menu[] {
  return menus.map((menu) => {
    const { roles: _roles, ...others } = menu
    const children = menusIn(menu.children)
    const isPageWithoutEndpoints = endpointsOf(menu).length === 0 && children.every(isButton)
    const decided = isPageWithoutEndpoints ? menu : others
    return children.length === 0 ? decided : { ...decided, children: decidedByRules(children) }
  })
}
