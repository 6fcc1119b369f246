import type { Operator } from '../../../core/audit-log/operator.ts'
import type { Operation, Operations } from '../../../core/operations/operations.ts'
import { createPolicyStore } from '../../../core/permission/policy.store.ts'
import { changeRules } from '../../../core/permission/rules/policy.ts'
import { createRoleStore } from '../../../core/role/role.store.ts'
import { addRole, changeRole, removeRole } from '../../../core/role/roles.ts'
import { createUserBatchStore } from '../../../core/user/list/user-batch.store.ts'
import { ALL_USERS } from '../../../core/user/list/user-scope.ts'
import type { Database } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import type { DeclaredRole } from './declared-role.ts'
import { isSamePlan, type PlanOptions, planRoles, type RolePlan, type StoredRoles } from './role-plan.ts'

export type DeclaredRoleAdministration = ReturnType<typeof createDeclaredRoleAdministration>

/** Brings the stored roles and rules to what files declare. */
export function createDeclaredRoleAdministration(operations: Operations) {
  return {
    /**
     * Makes the changes of a plan, all or none. The plan is made again inside the transaction: if it differs from the one
     * that the operator has seen, the change is refused with `changed-meanwhile`.
     */
    async apply(
      operator: Operator,
      declared: readonly DeclaredRole[],
      { prune, seen }: PlanOptions & { readonly seen: RolePlan },
    ) {
      return operations.run(operator, async (operation) => {
        const stored = await readStoredRoles(operation.transaction)
        const plan = planRoles(declared, stored, { prune })
        if (!isSamePlan(plan, seen)) throw new Refusal('changed-meanwhile')
        await applyPlan(operation, { plan, declared, stored })
        return plan
      })
    },
  }
}

/** Reads all roles, their rules, and how many users each of them has. */
export async function readStoredRoles(database: Database): Promise<StoredRoles> {
  const roles = await createRoleStore(database).all()
  const roleIds = roles.map(({ roleId }) => roleId)
  const counts = await createUserBatchStore(database).countByRole(ALL_USERS, roleIds)
  return {
    roles: roles.map((role) => ({ ...role, users: counts.get(role.roleId) ?? 0 })),
    rules: await createPolicyStore(database).all(),
  }
}

interface Work {
  readonly plan: RolePlan
  readonly declared: readonly DeclaredRole[]
  readonly stored: StoredRoles
}

async function applyPlan(operation: Operation, { plan, declared, stored }: Work): Promise<void> {
  const declaredByKey = new Map(declared.map((role) => [role.roleKey, role]))
  const storedByKey = new Map(stored.roles.map((role) => [role.roleKey, role]))
  for (const { roleKey, fields, rulesToAdd, rulesToRemove } of plan.roles) {
    const wanted = declaredByKey.get(roleKey)
    const role = storedByKey.get(roleKey)
    if (wanted === undefined && role !== undefined) {
      await removeRole(operation, role)
      continue
    }
    if (wanted !== undefined) {
      const { roleName, dataScope, deptIds, status, remark } = wanted
      const columns = { roleName, dataScope, deptIds, status, remark }
      if (role === undefined) await addRole(operation, { roleKey, ...columns })
      else if (fields.length > 0) await changeRole(operation, role, columns)
    }
    const rulesOf = (endpoints: typeof rulesToAdd) => endpoints.map((endpoint) => ({ roleKey, ...endpoint }))
    await changeRules(operation, { add: rulesOf(rulesToAdd), remove: rulesOf(rulesToRemove) })
  }
}
