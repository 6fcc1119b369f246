import type { Endpoint } from '../../../core/permission/exclusion-list.ts'
import { endpointsOf, type Menu, menusIn } from '../menus/menu.ts'

/** A menu that a role can have, with the rules that it stands for. */
export interface MenuNode {
  readonly menuId: number
  readonly title: string
  readonly rules: readonly Endpoint[]
  readonly children: readonly MenuNode[]
}

/** A node of the tree in the form for a role. */
export interface TreeOption {
  readonly id: number
  readonly label: string
  readonly children?: readonly TreeOption[]
}

/** Returns the menus that have a number. */
export function readMenuTree(menus: readonly Menu[]): readonly MenuNode[] {
  return menus.flatMap((menu) => {
    const { menuId, title, menuName } = menu
    if (typeof menuId !== 'number') return []
    const rules = endpointsOf(menu).flatMap(withPageRules)
    return [
      {
        menuId,
        title: String(title ?? menuName ?? ''),
        rules,
        children: readMenuTree(menusIn(menu.children)),
      },
    ]
  })
}

/**
 * What the front end calls besides the endpoints that its menus list: by another path of this service with the same effect, or because
 * go-admin lets every user call it. None of it allows more than the listed endpoint, and the data is limited by the data scope.
 */
const PAGE_RULES: Readonly<Record<string, readonly string[]>> = {
  'GET /api/v1/sys-user': ['GET /api/v1/deptTree'],
  'PUT /api/v1/sys-user': ['PUT /api/v1/sys-user/:id'],
  'PUT /api/v1/user/status': ['PUT /api/v1/sys-user/:id/status'],
  'PUT /api/v1/user/pwd/reset': ['PUT /api/v1/sys-user/:id/password'],
  'GET /api/v1/role': ['GET /api/v1/roleMenuTreeselect/:id'],
  'GET /api/v1/role/:id': ['GET /api/v1/roleDeptTreeselect/:id', 'GET /api/v1/deptTree'],
  'GET /api/v1/sys-api': ['GET /api/v1/route'],
}

/** Returns a rule of a menu with those that its page needs too. */
export function withPageRules({ method, path }: Endpoint): readonly Endpoint[] {
  const further = PAGE_RULES[`${method} ${path}`] ?? []
  return [
    { method, path },
    ...further.flatMap((text) => {
      const [needed = '', place = ''] = text.split(' ')
      return [{ method: needed, path: place }]
    }),
  ]
}

/** Returns the menus of which a caller may call an endpoint, and those without endpoints that lead to one. */
export function visibleMenus(
  menus: readonly MenuNode[],
  mayCall: (rule: Endpoint) => boolean,
): readonly MenuNode[] {
  return menus.flatMap((menu) => {
    if (menu.rules.length > 0 && !menu.rules.some(mayCall)) return []
    const children = visibleMenus(menu.children, mayCall)
    const leadsNowhere = menu.rules.length === 0 && menu.children.length > 0 && children.length === 0
    return leadsNowhere ? [] : [{ ...menu, children }]
  })
}

export function optionsOf(menus: readonly MenuNode[]): readonly TreeOption[] {
  return menus.map(({ menuId, title, children }) => ({
    id: menuId,
    label: title,
    ...(children.length === 0 ? {} : { children: optionsOf(children) }),
  }))
}

/** Returns all menus of a tree. */
export function flatMenus(menus: readonly MenuNode[]): readonly MenuNode[] {
  return menus.flatMap((menu) => [menu, ...flatMenus(menu.children)])
}

/**
 * Returns the menus that a role has, because it has all of their rules and all menus below them: the front end checks what is below a
 * checked menu. A menu without rules is visible to every role.
 */
export function menusOfRole(menus: readonly MenuNode[], rules: readonly Endpoint[]): readonly number[] {
  const keys = new Set(rules.map(keyOf))
  const found: number[] = []
  const visit = (menu: MenuNode): boolean => {
    const below = menu.children.map(visit)
    const isHeld = below.every(Boolean) && menu.rules.every((rule) => keys.has(keyOf(rule)))
    if (isHeld) found.push(menu.menuId)
    return isHeld
  }
  for (const menu of menus) visit(menu)
  return found
}

/** A change of the rules of a role. */
export interface RuleDifference {
  readonly add: readonly Endpoint[]
  readonly remove: readonly Endpoint[]
}

/**
 * Returns the change that gives a role the rules of these menus, and takes those of other menus. Rules stay that no menu stands for, and
 * those of a menu of which only a part is chosen: the front end does not send it.
 */
export function ruleDifference(
  menus: readonly MenuNode[],
  menuIds: readonly number[],
  rules: readonly Endpoint[],
): RuleDifference {
  const chosen = new Set(menuIds)
  const isChosen = ({ menuId }: MenuNode) => chosen.has(menuId)
  const all = flatMenus(menus)
  const wanted = byKey(all.filter(isChosen).flatMap((menu) => menu.rules))
  const unwanted = all.filter((menu) => !isChosen(menu) && !flatMenus(menu.children).some(isChosen))
  const staying = byKey(all.filter((menu) => !unwanted.includes(menu)).flatMap((menu) => menu.rules))
  const taken = byKey(unwanted.flatMap((menu) => menu.rules))
  const held = byKey(rules)
  return {
    add: [...wanted.values()].filter((rule) => !held.has(keyOf(rule))),
    remove: [...held.values()].filter((rule) => taken.has(keyOf(rule)) && !staying.has(keyOf(rule))),
  }
}

function byKey(rules: readonly Endpoint[]): ReadonlyMap<string, Endpoint> {
  return new Map(rules.map(({ method, path }) => [keyOf({ method, path }), { method, path }]))
}

function keyOf({ method, path }: Endpoint): string {
  return `${method} ${path}`
}
