import { createHash } from 'node:crypto'
import { createDepartmentStore } from '../../../core/department/department.store.ts'
import { createPolicyStore } from '../../../core/permission/policy.store.ts'
import { createRoleStore } from '../../../core/role/role.store.ts'
import { ADMIN_ROLE_KEY } from '../../../core/role/role.ts'
import { ALL_USERS } from '../../../core/user/list/user-scope.ts'
import { usernameKey } from '../../../core/user/name/username.ts'
import { createUserStore } from '../../../core/user/user.store.ts'
import { createUserAddressStore } from '../../../core/user/user-address.store.ts'
import type { Database } from '../../../platform/database/database.ts'
import { addressConflicts } from '../../policy/user-import/user-import.ts'
import { type DepartmentPlan, planDepartments } from './department-plan.ts'
import type { Report } from './import-report.ts'
import { findKnownUsers, type KnownUser } from './known-users.store.ts'
import type { OldStructure, OldSystem } from './old-system.ts'
import { planRoles, planRules, type RolePlan, type RulePlan } from './role-plan.ts'
import { createUserPlanner, type PlannedUser, type UserNames, type UserOptions } from './user-plan.ts'

export interface ImportOptions extends UserOptions {
  /** Begins the path of every rule. */
  readonly pathPrefix: string
}

/** What is compared: the other system, and what exists here. */
export interface Comparison {
  readonly database: Database
  readonly old: OldSystem
  readonly names: UserNames
  readonly options: ImportOptions
  readonly report: Report
  /** Called after each batch of users, with how many have been read. */
  readonly onProgress: (done: number) => void
}

export interface StructurePlan {
  readonly departments: DepartmentPlan
  readonly roles: RolePlan
  readonly rules: RulePlan
  readonly old: OldStructure
}

/** Plans the departments, roles and rules. */
export async function planStructure(comparison: Comparison): Promise<StructurePlan> {
  const { database, options, report } = comparison
  const old = await comparison.old.readStructure(report)
  const departments = planDepartments(
    old.departments,
    await createDepartmentStore(database).all(ALL_USERS),
    report,
  )
  const roles = planRoles(old.roles, await createRoleStore(database).all(), departments, report)
  const stored = await createPolicyStore(database).all()
  const rules = planRules(old.rules, stored, { roles, pathPrefix: options.pathPrefix, report })
  return { departments, roles, rules, old }
}

/** What becomes of the users of a batch. */
export interface UserBatch {
  readonly create: readonly PlannedUser[]
  readonly unchanged: number
  /** The names of those who have the role `admin` after the import, or have it already. */
  readonly admins: readonly string[]
}

/** Plans the users, in batches. */
export async function* planUsers(
  comparison: Comparison,
  { departments, roles }: StructurePlan,
): AsyncGenerator<UserBatch> {
  const { database, old, names, options, report, onProgress } = comparison
  const plan = createUserPlanner({ departments, roles, names, options, report })
  const stores = { users: createUserStore(database), userAddresses: createUserAddressStore(database) }
  const roleKeys = new Map((await createRoleStore(database).all()).map((role) => [role.roleId, role.roleKey]))
  const pathsById = new Map([...departments.existing].map(([path, id]) => [id, path]))
  let done = 0
  for await (const batch of old.users(report)) {
    const planned = batch.map(plan)
    const known = await findKnownUsers(
      database,
      planned.map(({ username }) => username),
    )
    const create: PlannedUser[] = []
    let unchanged = 0
    for (const user of planned) {
      const existing = known.get(usernameKey(user.username))
      if (existing !== undefined && existing.username === user.username) {
        if ('finding' in user || !reportDifferences(user, existing)) unchanged++
      } else if ('finding' in user) report.add(user.finding)
      else if (existing === undefined) create.push(user)
      else leaveOut(user, `the name looks the same as that of the user "${existing.username}" here`)
    }
    const conflicts = await addressConflicts(stores, create)
    const admins = planned.filter((user) => 'roleKey' in user && user.roleKey === ADMIN_ROLE_KEY)
    yield {
      create: create.flatMap((user) => withoutConflicts(user, conflicts)),
      unchanged,
      admins: admins.map(({ username }) => username),
    }
    done += batch.length
    onProgress(done)
  }

  function leaveOut({ username }: PlannedUser, reason: string): void {
    report.add({ kind: 'left-out', reason, about: `user "${username}"`, fix: 'rename one of the two' })
  }

  /** A name is not the username of one user and the address of another: somebody could log in as the wrong one. */
  function withoutConflicts(
    user: PlannedUser,
    conflicts: Awaited<ReturnType<typeof addressConflicts>>,
  ): PlannedUser[] {
    const own = conflicts.filter(({ username }) => username === user.username).map(({ name }) => name)
    if (own.includes(user.username)) {
      leaveOut(user, 'the username is the address of a user here')
      return []
    }
    const kept = { ...user }
    for (const name of ['email', 'phone'] as const) {
      if (!own.includes(user[name])) continue
      kept[name] = ''
      const reason = `${name} is the username of a user here, and is left empty`
      report.add({
        kind: 'adapted',
        reason,
        about: `user "${user.username}"`,
        fix: 'castellan user change NAME',
      })
    }
    return [kept]
  }

  /** Returns whether a user who exists here has other values there. Those here stay. */
  function reportDifferences(user: PlannedUser, existing: KnownUser): boolean {
    const roleKey = roleKeys.get(existing.roleId)
    const differing = [
      ...(user.roleKey === roleKey ? [] : [`role (${user.roleKey} there, ${roleKey} here)`]),
      ...((pathsById.get(existing.deptId) ?? '') === user.deptPath ? [] : ['department']),
      ...(['nickName', 'email', 'phone', 'remark', 'status'] as const).filter(
        (name) => existing[name] !== user[name],
      ),
    ]
    if (differing.length === 0) return false
    report.add({
      kind: 'differs',
      reason: `users: ${differing.join(', ')}`,
      about: `user "${user.username}"`,
      fix: 'change the user with castellan user change',
    })
    return true
  }
}

export interface PlannedCounts {
  readonly departments: Counts
  readonly roles: Counts
  readonly rules: Counts
  readonly users: Counts
  /** The users who have the role `admin` after the import. */
  readonly admins: readonly string[]
}

interface Counts {
  readonly create: number
  readonly unchanged: number
}

/** Identifies a plan: only plans that write the same have it in common. It covers the password hashes without containing them. */
export function createPlanDigest() {
  const hash = createHash('sha256')
  return {
    add: (value: unknown): void => void hash.update(`${JSON.stringify(value)}\n`),
    end: (): string => hash.digest('hex'),
  }
}

/** Returns what a plan writes of departments, roles and rules. */
export function writtenOf({ departments, roles, rules }: StructurePlan) {
  return [departments.create, roles.create, rules.create]
}

/** Makes the whole plan without writing. */
export async function planImport(
  comparison: Comparison,
  onUsers: (created: readonly PlannedUser[]) => void = () => {},
) {
  const structure = await planStructure(comparison)
  const digest = createPlanDigest()
  digest.add(writtenOf(structure))
  const admins: string[] = []
  let [create, unchanged] = [0, 0]
  for await (const batch of planUsers(comparison, structure)) {
    if (batch.create.length > 0) digest.add(batch.create)
    admins.push(...batch.admins)
    onUsers(batch.create)
    create += batch.create.length
    unchanged += batch.unchanged
  }
  const countsOf = (plan: { readonly create: readonly unknown[]; readonly unchanged: number }): Counts => ({
    create: plan.create.length,
    unchanged: plan.unchanged,
  })
  const counts: PlannedCounts = {
    departments: countsOf(structure.departments),
    roles: countsOf(structure.roles),
    rules: countsOf(structure.rules),
    users: { create, unchanged },
    admins,
  }
  return { structure, counts, digest: digest.end() }
}

export type ImportPlan = Awaited<ReturnType<typeof planImport>>
