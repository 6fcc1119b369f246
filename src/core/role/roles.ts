import { ROWS_BY_ROLE } from '../../features/rows-by-role.ts'
import { batchesOf } from '../../platform/database/query/batches.ts'
import { assertNoProblem, InvalidParameters, Refusal } from '../../platform/refusal/refusal.ts'
import type { Operator } from '../audit-log/operator.ts'
import { departmentSteps } from '../data-scope/department-steps.ts'
import { requireKnownDepartments } from '../department/departments.ts'
import {
  differencesOf,
  isDisabling,
  isEmpty,
  requireCurrentRevision,
  whatDiffers,
} from '../operations/differences.ts'
import type { Operation, Operations } from '../operations/operations.ts'
import { requireFound } from '../operations/require-found.ts'
import { createPolicyStore } from '../permission/policy.store.ts'
import { isValidRule, type PolicyRule } from '../permission/policy-rule.ts'
import { policySteps } from '../permission/policy-steps.ts'
import { emitFullAccess, RULES_PER_BATCH, recordChangedRules } from '../permission/rules/policy.ts'
import { createRevocationStore } from '../token/revocation.store.ts'
import { DISABLED, ENABLED, type Status } from '../user/status.ts'
import { createRoleStore, type NewRole, type RoleChange } from './role.store.ts'
import {
  ADMIN_ROLE_KEY,
  DATA_SCOPES,
  DEFAULT_DATA_SCOPE,
  formatDepartments,
  isDataScope,
  problemOfRole,
  type Role,
  sortedDepartments,
} from './role.ts'
import { createRoleHolderStore } from './role-holder.store.ts'

export interface RoleToAdd {
  readonly roleKey: string
  readonly roleName: string
  readonly dataScope?: string | undefined
  /** The departments of data scope 2. */
  readonly deptIds?: readonly number[] | undefined
  readonly status?: Status | undefined
  readonly remark?: string | undefined
}

export type RoleToChange = { readonly [Field in keyof RoleToAdd]?: RoleToAdd[Field] | undefined } & {
  /** The change is refused if the role has another revision. */
  readonly revision?: number | undefined
}

/** What else a change of a role consists of. */
export type WithinRoleChange = (operation: Operation, role: Role) => Promise<void>

/** What a copy of a role does not have in common with it. */
export type RoleCopy = Pick<Role, 'roleKey' | 'roleName'>

export type RoleAdministration = ReturnType<typeof createRoleAdministration>

export function createRoleAdministration(operations: Operations) {
  return {
    /** Adds a role. `within` is called with the role in the same transaction. */
    async add(operator: Operator, role: RoleToAdd, within?: WithinRoleChange) {
      const { roleKey, roleName, remark = '', status = ENABLED } = role
      const { dataScope = DEFAULT_DATA_SCOPE, deptIds = [] } = checked(role)
      const columns = { roleKey, roleName, dataScope, deptIds, remark, status }
      return operations.run(operator, async (operation) => {
        const added = await addRole(operation, columns)
        await within?.(operation, added)
        return added
      })
    },

    /** Adds a role with the data scope, departments, status, remark and rules of another one. */
    async copy(operator: Operator, id: number, { roleKey, roleName }: RoleCopy) {
      checked({ roleKey, roleName })
      return operations.run(operator, async (operation) => {
        // Whoever may add roles, but no rules, must not add rules with a copy.
        await (await operation.authority()).assertMayCall(ADD_RULES)
        const source = await existing(operation, id)
        // Its copy would have no permissions: they do not come from rules.
        if (source.roleKey === ADMIN_ROLE_KEY) throw new Refusal('admin-role-fixed')
        return copyRole(operation, source, { roleKey, roleName })
      })
    },

    /**
     * Changes a role. Its rules follow a new key. Tokens with outdated role data are revoked. `within` is called with the role in the same
     * transaction.
     */
    async change(
      operator: Operator,
      id: number,
      { revision, ...change }: RoleToChange,
      within?: WithinRoleChange,
    ) {
      const columns = checked(change)
      return operations.run(operator, async (operation) => {
        // Before the role is read: a preview must not show a limited operator which roles exist.
        await (await operation.authority()).current.requireAllData()
        const before = await existing(operation, id)
        requireCurrentRevision(before, revision)
        const after = await changeRole(operation, before, columns)
        await within?.(operation, after)
        return after
      })
    },

    /** Deletes all of the roles or none, with their rules. A role that a user has cannot be deleted. */
    async remove(operator: Operator, ids: readonly number[]) {
      return operations.run(operator, async (operation) => {
        // Throws without authority: such an operator must not learn which roles exist.
        await operation.authority()
        for (const id of new Set(ids)) await removeRole(operation, await existing(operation, id))
        return { removed: new Set(ids).size }
      })
    },
  }
}

/** The call that adds rules. */
const ADD_RULES = { method: 'POST', path: '/api/v1/policy' }

async function copyRole(operation: Operation, source: Role, { roleKey, roleName }: RoleCopy): Promise<Role> {
  const { transaction } = operation
  const authority = await operation.authority()
  const roles = createRoleStore(transaction)
  const policy = createPolicyStore(transaction)
  await authority.requireAllData()
  await requireFreeKey(operation, roleKey)
  await removeRulesWithoutRole(operation, roleKey)
  const { dataScope, deptIds, remark } = source
  const status = source.status === DISABLED ? DISABLED : ENABLED
  await assertPossibleDepartments(operation, deptIds, [])
  if (!isDataScope(dataScope)) throw new Error(`the role ${source.roleKey} has an unknown data scope`)
  const id = await roles.insert({ roleKey, roleName, dataScope, deptIds, status, remark }, operation.at)
  operation.changes('role')
  const rules = (await policy.listByRole(source.roleKey))
    .filter(isValidRule)
    .map(({ path, method }) => ({ roleKey, path, method }))
  for await (const batch of batchesOf(rules, RULES_PER_BATCH)) {
    await policy.insert(batch)
    operation.changes('policy', batch.map(policySteps.add))
  }
  const copy = await existing(operation, id)
  // Checked after the insert, like a role that is given to a user: its data scope and all of its rules.
  await authority.assertMayAssignRole(copy)
  recordDepartments(operation, copy, [])
  const after = { ...copy, copyOf: source.roleKey, rules: rules.slice(0, RULES_PER_BATCH) }
  await operation.note({ action: 'role.copy', targetId: id, target: roleKey, after })
  for await (const batch of batchesOf(rules.slice(RULES_PER_BATCH), RULES_PER_BATCH)) {
    await operation.note({ action: 'policy.add', target: roleKey, after: { rules: batch } })
  }
  await emitFullAccess(operation, rules)
  return copy
}

/** Adds a role within a change that may consist of more. The fields have been checked. */
export async function addRole(operation: Operation, role: NewRole): Promise<Role> {
  const authority = await operation.authority()
  const roles = createRoleStore(operation.transaction)
  await authority.requireAllData()
  await requireFreeKey(operation, role.roleKey)
  await assertPossibleDepartments(operation, role.deptIds ?? [], [])
  const id = await roles.insert(role, operation.at)
  operation.changes('role')
  const after = await existing(operation, id)
  // Checked after the insert, because there may already be rules for its key.
  await authority.assertMayAssignRole(after)
  recordDepartments(operation, after, [])
  await operation.note({ action: 'role.create', targetId: id, target: role.roleKey, after })
  return after
}

/** Changes a role within a change that may consist of more. The fields have been checked. */
export async function changeRole(operation: Operation, before: Role, change: RoleChange): Promise<Role> {
  const { roleId } = before
  const differing = whatDiffers(before, change)
  const own = await operation.authority()
  const authority = isDisabling(differing) ? own.current : own
  await authority.assertMayChangeRole(before)
  assertAdminRoleStays(before, change)
  if (isEmpty(differing)) return before
  const { roleKey, deptIds = before.deptIds } = change
  await assertPossibleDepartments(operation, deptIds, before.deptIds)
  if (roleKey !== undefined && roleKey !== before.roleKey) await moveRules(operation, before, roleKey)
  await createRoleStore(operation.transaction).change(roleId, change, operation.at)
  operation.changes('role')
  const after = await existing(operation, roleId)
  await authority.assertMayAssignRole(after)
  if (outdatesTokens(before, after)) await endTokens(operation, roleId)
  recordDepartments(operation, after, before.deptIds)
  const differences = differencesOf(before, after)
  await operation.note({ action: 'role.update', targetId: roleId, target: before.roleKey, ...differences })
  return after
}

/** Deletes a role and its rules within a change that may consist of more. */
export async function removeRole(operation: Operation, role: Role): Promise<void> {
  const { roleId, roleKey } = role
  const authority = await operation.authority()
  if (roleKey === ADMIN_ROLE_KEY) throw new Refusal('admin-role-fixed')
  await authority.assertMayChangeRole(role)
  await recordChangedRules(operation, { added: [], removed: await deleteRole(operation, role) })
  await operation.note({ action: 'role.delete', targetId: roleId, target: roleKey, before: role })
}

/**
 * Deletes a role, its rules and the rows that features have of it, which a new role with the same key must not get. Returns the rules, which the
 * audit log has to contain.
 */
export async function deleteRole(operation: Operation, role: Role): Promise<PolicyRule[]> {
  const { transaction, changes } = operation
  const { roleId, roleKey } = role
  const roles = createRoleStore(transaction)
  const policy = createPolicyStore(transaction)
  await roles.lock(roleId)
  if (await createRoleHolderStore(transaction).isRoleHeld(roleId))
    throw new Refusal('role-in-use', { key: roleKey })
  const rules = await policy.listByRole(roleKey)
  await policy.removeByRole(roleKey)
  await roles.remove(roleId)
  changes('role')
  for (const createStore of ROWS_BY_ROLE) await createStore(transaction).removeByRole(roleKey)
  if (rules.length > 0) changes('policy', [policySteps.removeRole(roleKey)])
  recordDepartments(operation, { roleId, deptIds: [] }, role.deptIds)
  return rules
}

async function moveRules(operation: Operation, role: Role, roleKey: string): Promise<void> {
  await requireFreeKey(operation, roleKey)
  await removeRulesWithoutRole(operation, roleKey)
  const policy = createPolicyStore(operation.transaction)
  await policy.moveToRole(role.roleKey, roleKey)
  for (const createStore of ROWS_BY_ROLE)
    await createStore(operation.transaction).moveToRole(role.roleKey, roleKey)
  operation.changes('policy', [policySteps.renameRole(role.roleKey, roleKey)])
}

/** Removes the rules of a key that no role has. A role that is renamed or copied to the key must not get them. */
async function removeRulesWithoutRole(operation: Operation, roleKey: string): Promise<void> {
  const policy = createPolicyStore(operation.transaction)
  const rules = await policy.listByRole(roleKey)
  if (rules.length === 0) return
  await recordChangedRules(operation, { added: [], removed: rules })
  await policy.removeByRole(roleKey)
  operation.changes('policy', [policySteps.removeRole(roleKey)])
}

/** Throws if a role cannot have these departments. */
async function assertPossibleDepartments(
  operation: Operation,
  deptIds: readonly number[],
  before: readonly number[],
): Promise<void> {
  if (formatDepartments(deptIds) === formatDepartments(before)) return
  await requireKnownDepartments(operation, deptIds)
}

function recordDepartments(
  { changes }: Operation,
  { roleId, deptIds }: Pick<Role, 'roleId' | 'deptIds'>,
  before: readonly number[],
): void {
  if (formatDepartments(deptIds) === formatDepartments(before)) return
  changes('department', [departmentSteps.role(roleId, deptIds)])
}

/** Throws if a change renames or disables the admin role, which would lock out all admins. */
function assertAdminRoleStays(before: Role, change: RoleChange): void {
  if (before.roleKey !== ADMIN_ROLE_KEY) return
  if ((change.roleKey ?? ADMIN_ROLE_KEY) !== ADMIN_ROLE_KEY || change.status === DISABLED)
    throw new Refusal('admin-role-fixed')
}

/** Returns whether tokens contain data of the role that is no longer true, so that they are revoked. */
export function outdatesTokens(before: Pick<Role, TokenField>, after: Pick<Role, TokenField>): boolean {
  return before.roleKey !== after.roleKey || before.dataScope !== after.dataScope || after.status === DISABLED
}

type TokenField = 'roleKey' | 'dataScope' | 'status'

async function endTokens({ transaction, changes }: Operation, roleId: number): Promise<void> {
  // Locked, so that no session is created while the others are ended.
  await createRoleStore(transaction).lock(roleId)
  await createRevocationStore(transaction).endAll('role', roleId)
  changes('revocation')
}

async function existing({ transaction }: Operation, id: number): Promise<Role> {
  return requireFound(await createRoleStore(transaction).find(id), 'role', id)
}

async function requireFreeKey({ transaction }: Operation, roleKey: string): Promise<void> {
  if (await createRoleStore(transaction).findByKey(roleKey))
    throw new Refusal('role-key-taken', { key: roleKey })
}

function checked({ dataScope, deptIds, ...others }: RoleToChange): RoleChange {
  const fields = { ...others, ...(deptIds === undefined ? {} : { deptIds: sortedDepartments(deptIds) }) }
  assertNoProblem(problemOfRole(fields))
  if (dataScope === undefined) return fields
  if (isDataScope(dataScope)) return { ...fields, dataScope }
  throw new InvalidParameters({
    field: 'dataScope',
    en: `dataScope must be one of ${DATA_SCOPES.join(', ')}.`,
    zh: `dataScope 须为 ${DATA_SCOPES.join('、')} 之一。`,
  })
}
