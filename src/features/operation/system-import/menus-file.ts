import { writeFile } from 'node:fs/promises'
import { ADMIN_ROLE_KEY } from '../../../core/role/role.ts'
import type { StructurePlan } from './import-plan.ts'
import type { OldMenu } from './old-system.ts'

interface MenuRecord {
  readonly [name: string]: unknown
}

/** Writes the menus of the other system to a new file, as the setting `menus`. */
export async function writeMenus(path: string, plan: StructurePlan): Promise<string> {
  const { stringify } = await import('yaml')
  const text = stringify({ menus: menusOf(plan) }, { lineWidth: 0 })
  await writeFile(path, text, { flag: 'wx', mode: 0o600 })
  return path
}

/**
 * Returns the tree of menus. Each names the roles that had it, so that each role sees what it saw, and its endpoints, so that a role
 * sees only what it may use. The buttons of pages are among them: they are not shown in the side bar, but a role that loses its menus
 * must lose what their buttons call too.
 */
export function menusOf({ old, roles }: Pick<StructurePlan, 'old' | 'roles'>): readonly MenuRecord[] {
  function below(parentId: string, above: ReadonlySet<string>): MenuRecord[] {
    return old.menus
      .filter((menu) => menu.parentId === parentId && !above.has(menu.id))
      .toSorted((one, other) => one.sort - other.sort)
      .map((menu) => {
        const children = below(menu.id, new Set([...above, menu.id]))
        return { ...recordOf(menu), ...(children.length === 0 ? {} : { children }) }
      })
  }

  function recordOf({ record, roleIds, endpoints }: OldMenu): MenuRecord {
    const keys = roleIds.flatMap((id) => roles.keys.get(id) ?? []).filter((key) => key !== ADMIN_ROLE_KEY)
    return {
      ...record,
      roles: [...new Set(keys)].toSorted(),
      sysApi: endpoints.map(({ path, method }) => ({ path, action: method })),
    }
  }

  // An entry whose parent is missing was not shown.
  return below('', new Set())
}
