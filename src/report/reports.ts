import type { Database } from '../database/database.ts'
import { createPolicyStore } from '../permission/policy.store.ts'
import { createRoleStore } from '../role/role.store.ts'
import { ADMIN_ROLE_KEY, type Role } from '../role/role.ts'
import { createUserStore } from '../user/user.store.ts'
import { createUserBatchStore } from '../user/user-batch.store.ts'
import { type CoveredRule, findCoveredRules } from './covered-rules.ts'
import { createIdleUserStore, type Idle, type IdleUser } from './idle-user.store.ts'
import { groupBySameRights } from './same-rights.ts'

/** What a report can be asked for. */
export const REPORTS = ['covered-rules', 'same-rights', 'unused-roles', 'idle-users'] as const
export type ReportName = (typeof REPORTS)[number]

/** The period without use or login after which something is reported. */
export const DEFAULT_REPORT_DAYS = 90

const DAY_MS = 24 * 60 * 60 * 1000

export interface RoleWithUsers extends Role {
  readonly users: number
}

/** Roles with the same rights. */
export interface SameRights {
  /** The role with the most users, which a merge keeps. */
  readonly keep: RoleWithUsers
  /** The roles that a merge deletes. */
  readonly remove: readonly RoleWithUsers[]
}

/** Finds what can be cleaned up. */
export interface Reports {
  /** Returns the rules that another rule of the same role covers. */
  coveredRules(): Promise<CoveredRule[]>
  /** Returns the roles that have the same status, data scope and rights. */
  sameRights(): Promise<SameRights[]>
  /** Returns the roles without users. */
  unusedRoles(): Promise<Role[]>
  /**
   * Returns the enabled users without a login for this many days, those who have been idle longest first. One enabled admin
   * is always left out, and so is the user `exceptUserId`.
   */
  idleUsers(options: { readonly days: number; readonly exceptUserId: number }): Promise<Idle[]>
  /** Returns idle users with their details. */
  detailsOf(idle: readonly Idle[]): Promise<IdleUser[]>
}

export function createReports(database: Database, now: () => number): Reports {
  const policy = createPolicyStore(database)
  const roleStore = createRoleStore(database)
  const idleUsers = createIdleUserStore(database)

  async function withUsers(roles: readonly Role[]): Promise<(role: Role) => RoleWithUsers> {
    const counts = await createUserBatchStore(database).countByRole(roles.map(({ roleId }) => roleId))
    return (role) => ({ ...role, users: counts.get(role.roleId) ?? 0 })
  }

  return {
    coveredRules: async () => findCoveredRules(await policy.all()),

    async sameRights() {
      const groups = await groupBySameRights(await roleStore.all(), await policy.all())
      const counted = await withUsers(groups.flat())
      return groups.map((group) => {
        const [keep, ...remove] = group.map(counted).toSorted(mostUsersFirst)
        if (!keep) throw new Error('a group of roles is empty')
        return { keep, remove }
      })
    },

    async unusedRoles() {
      const roles = (await roleStore.all()).filter(({ roleKey }) => roleKey !== ADMIN_ROLE_KEY)
      const counted = await withUsers(roles)
      return roles.filter((role) => counted(role).users === 0)
    },

    async idleUsers({ days, exceptUserId }) {
      const idle = await idleUsers.list(now() - days * DAY_MS)
      const remaining = await lastAdminOf(database, idle)
      return idle.filter(({ userId }) => userId !== exceptUserId && userId !== remaining)
    },

    detailsOf: (idle) => idleUsers.find(idle.map(({ userId }) => userId)),
  }
}

function mostUsersFirst(one: RoleWithUsers, other: RoleWithUsers): number {
  return other.users - one.users || one.roleId - other.roleId
}

/** Returns the admin who was active last if all enabled admins are idle: one of them has to remain. */
async function lastAdminOf(database: Database, idle: readonly Idle[]): Promise<number | undefined> {
  const admins = new Set(await createUserStore(database).enabledAdminIds())
  const idleAdmins = idle.filter(({ userId }) => admins.has(userId))
  return idleAdmins.length === admins.size ? idleAdmins.at(-1)?.userId : undefined
}
