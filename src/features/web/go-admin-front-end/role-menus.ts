import type { Operation } from '../../../core/operations/operations.ts'
import type { Endpoint } from '../../../core/permission/exclusion-list.ts'
import { createPolicyStore } from '../../../core/permission/policy.store.ts'
import { assertValidRules, changeRules } from '../../../core/permission/rules/policy.ts'
import { ADMIN_ROLE_KEY, type Role } from '../../../core/role/role.ts'
import { InvalidParameters } from '../../../platform/refusal/refusal.ts'
import { flatMenus, type MenuNode, ruleDifference } from './menu-tree.ts'
import { NEEDED } from './needed-call.ts'

/** Throws unless all of these menus are in the settings: what else they would allow is not known. */
export function assertKnownMenus(menus: readonly MenuNode[], menuIds: readonly number[]): void {
  const known = new Set(flatMenus(menus).map(({ menuId }) => menuId))
  const unknown = menuIds.filter((menuId) => !known.has(menuId))
  if (unknown.length === 0) return
  const shown = unknown.slice(0, 10).join(', ')
  throw new InvalidParameters({
    field: 'menuIds',
    en: `menuIds has numbers that no record of the setting menus has: ${shown}.`,
    zh: `menuIds 中有 menus 设置里不存在的编号：${shown}。`,
  })
}

/** Gives a role the rules of its menus, within the change of the role. */
export async function giveMenus(
  operation: Operation,
  { roleKey }: Pick<Role, 'roleKey'>,
  menus: readonly MenuNode[],
  menuIds: readonly number[],
): Promise<void> {
  // It may call everything, whatever its menus are.
  if (roleKey === ADMIN_ROLE_KEY) return
  const held = await createPolicyStore(operation.transaction).listByRole(roleKey)
  const { add, remove } = ruleDifference(menus, menuIds, held)
  if (add.length + remove.length === 0) return
  const authority = await operation.authority()
  // Whoever may change roles, but no rules, must not change rules with a role. Without reading them, nobody knows what a form takes.
  await authority.current.assertMayCall(NEEDED.readRules)
  if (add.length > 0) await authority.assertMayCall(NEEDED.addRules)
  if (remove.length > 0) await authority.current.assertMayCall(NEEDED.removeRules)
  const ofRole = (rules: readonly Endpoint[]) => rules.map(({ method, path }) => ({ roleKey, method, path }))
  const added = ofRole(add)
  await assertValidRules(added, 'menuIds')
  await changeRules(operation, { add: added, remove: ofRole(remove) })
}
