import type { Permission } from './permission.ts'

/** A menu record of go-admin's front end. `sysApi` names the endpoints it calls, `children` its sub-menus. */
export type Menu = Readonly<Record<string, unknown>>

/**
 * The menus less what the role can't call: one that names endpoints stays if the role may call any of them, and one
 * whose sub-menus have all gone goes too.
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

  return menus.filter(mayCallAny).flatMap((menu) => {
    const children = recordsIn(menu.children)
    if (children.length === 0) return [menu]
    const kept = filterMenus(children, identity, permission)
    return kept.length === 0 ? [] : [{ ...menu, children: kept }]
  })
}

function endpointsOf(menu: Menu): { path: string; method: string }[] {
  return recordsIn(menu.sysApi).flatMap(({ path, action, method }) => {
    const asked = typeof action === 'string' ? action : method
    return typeof path === 'string' && typeof asked === 'string' ? [{ path, method: asked }] : []
  })
}

function recordsIn(value: unknown): Menu[] {
  if (!Array.isArray(value)) return []
  return value.filter((entry): entry is Menu => typeof entry === 'object' && entry !== null)
}
