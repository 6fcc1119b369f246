import type { Database } from '../../platform/database/database.ts'
import { createDepartmentIndex, type DepartmentIndex } from '../data-scope/department-index.ts'
import { createDepartmentStore } from '../department/department.store.ts'
import { createPolicyStore } from '../permission/policy.store.ts'
import type { PolicyRule } from '../permission/policy-rule.ts'
import { createRoleStore } from '../role/role.store.ts'
import type { Role } from '../role/role.ts'

/** Where roles, rules and departments are read that decide what an operator may do. */
export interface RightsSource {
  role(id: number): Promise<Role | undefined>
  /** Returns the rules of a role. */
  rulesOf(roleKey: string): Promise<readonly PolicyRule[]>
  departments(): Promise<DepartmentIndex>
}

/** Reads what is stored, for changes. */
export function storedRights(transaction: Database): RightsSource {
  return {
    role: createRoleStore(transaction).find,
    rulesOf: createPolicyStore(transaction).listByRole,
    departments: async () => createDepartmentIndex(await createDepartmentStore(transaction).snapshot()),
  }
}

/** Reads what is in force on this node, for what is only shown. See docs/decisions/0082-what-is-shown-reads-memory.md. */
export function rightsInForce(parts: {
  readonly roles: { find(id: number): Promise<Role | undefined> }
  readonly policy: { current(): { rulesOf(roleKey: string): readonly PolicyRule[] } }
  readonly departments: { current(): DepartmentIndex }
}): RightsSource {
  const { roles, policy, departments } = parts
  return {
    role: roles.find,
    rulesOf: async (roleKey) => policy.current().rulesOf(roleKey),
    departments: async () => departments.current(),
  }
}
