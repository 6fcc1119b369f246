import type { OldDatabase } from './old-database.store.ts'
import { idOf, type OldMenu, sortOf, textOf } from './old-system.ts'
import type { PermissionRoutes } from './permission-file.ts'

const NAMES = ['menu_name', 'path', 'component', 'icon', 'menu_type', 'visible', 'perms', 'is_frame'] as const
const SHOWN = '0'

/** Reads the navigation of RuoYi. Disabled menus are not part of it. */
export async function readRuoyiMenus(
  old: OldDatabase,
  permissions: PermissionRoutes,
): Promise<readonly OldMenu[]> {
  const rows = await old.rows('sys_menu', ['menu_id', 'parent_id', 'order_num', 'status', ...NAMES])
  const ofRole = await old.rows('sys_role_menu', ['role_id', 'menu_id'])
  const hasStatus = old.kindOf('sys_menu', 'status') !== undefined
  return rows
    .filter((row) => !hasStatus || textOf(row, 'status') === SHOWN)
    .map((row) => {
      const id = idOf(row, 'menu_id')
      return {
        id,
        parentId: idOf(row, 'parent_id'),
        sort: sortOf(row, 'order_num'),
        record: {
          menuId: Number.isSafeInteger(Number(id)) ? Number(id) : id,
          menuName: textOf(row, 'menu_name'),
          title: textOf(row, 'menu_name'),
          icon: textOf(row, 'icon'),
          path: textOf(row, 'path'),
          component: textOf(row, 'component'),
          menuType: textOf(row, 'menu_type'),
          permission: textOf(row, 'perms'),
          sort: sortOf(row, 'order_num'),
          visible: textOf(row, 'visible'),
        },
        roleIds: ofRole.filter((one) => idOf(one, 'menu_id') === id).map((one) => idOf(one, 'role_id')),
        endpoints: permissions.get(textOf(row, 'perms').trim()) ?? [],
      }
    })
}
