import type { DepartmentIndex } from '../../../core/data-scope/department-index.ts'
import { createPolicyStore } from '../../../core/permission/policy.store.ts'
import { createRoleStore } from '../../../core/role/role.store.ts'
import { ADMIN_ROLE_KEY, type Role } from '../../../core/role/role.ts'
import { ENABLED } from '../../../core/user/status.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Concerned } from './concerned.ts'
import { digestOf } from './digest.ts'
import { type HoldersState, holdersState } from './holders-state.ts'
import { type DepartmentsState, departmentsState } from './scope-state.ts'

/** What the users of a role may call. */
export interface RightsState {
  readonly roleId: number
  readonly roleKey: string
  readonly revision: number
  /** Whether the role permits every call, whatever its rules. */
  readonly isAdmin: boolean
  readonly ruleCount: number
  readonly ruleDigest: string
}

/** A role at one moment, with the users who have it or get it back. */
export interface RoleState extends RightsState {
  readonly enabled: boolean
  readonly dataScope: string
  /** Those of the data scope 2. */
  readonly departments: DepartmentsState
  readonly holders: HoldersState
}

export type RoleStates = ReturnType<typeof createRoleStates>

/** Creates the functions that read roles at one moment: what is read once stays. */
export function createRoleStates(
  database: Database,
  { newUserIds }: Pick<Concerned, 'newUserIds'>,
  departments: () => Promise<DepartmentIndex>,
) {
  const roles = createRoleStore(database)
  const rules = new Map<number, readonly string[]>()

  async function rulesOf({ roleId, roleKey }: Pick<Role, 'roleId' | 'roleKey'>): Promise<readonly string[]> {
    const known = rules.get(roleId)
    if (known) return known
    const stored = await createPolicyStore(database).listByRole(roleKey)
    const texts = stored.map(({ method, path }) => `${method} ${path}`).toSorted()
    rules.set(roleId, texts)
    return texts
  }

  async function rightsOf(role: Role): Promise<RightsState> {
    const { roleId, roleKey, revision } = role
    const texts = await rulesOf(role)
    const isAdmin = roleKey === ADMIN_ROLE_KEY
    return { roleId, roleKey, revision, isAdmin, ruleCount: texts.length, ruleDigest: digestOf(texts) }
  }

  return {
    /** Returns what the users of a role may call, or undefined if there is no such role. */
    async rights(roleId: number): Promise<RightsState | undefined> {
      const role = await roles.find(roleId)
      return role && rightsOf(role)
    },

    async state(roleId: number): Promise<RoleState | undefined> {
      const role = await roles.find(roleId)
      if (!role) return undefined
      const { dataScope, deptIds, status } = role
      return {
        ...(await rightsOf(role)),
        enabled: status === ENABLED,
        dataScope,
        departments: await departmentsState(database, deptIds),
        holders: await holdersState(database, role, { departments: await departments(), newUserIds }),
      }
    },

    /** Returns the rules of a role that was read before, as `METHOD path`. */
    rulesRead: (roleId: number): readonly string[] => rules.get(roleId) ?? [],
  }
}
