import { createAuditLogStore } from '../../../core/audit-log/audit-log.store.ts'
import { createPolicyStore } from '../../../core/permission/policy.store.ts'
import type { PolicyRule } from '../../../core/permission/policy-rule.ts'
import { createRoleStore } from '../../../core/role/role.store.ts'
import { ADMIN_ROLE_KEY, type Role } from '../../../core/role/role.ts'
import { createRoleHolderStore } from '../../../core/role/role-holder.store.ts'
import { createUserBatchStore } from '../../../core/user/list/user-batch.store.ts'
import { ALL_USERS, type UserScope } from '../../../core/user/list/user-scope.ts'
import type { Database } from '../../../platform/database/database.ts'
import { DAY_IN_MS } from '../../../platform/runtime/time-units.ts'
import { isoTimeOrNull } from '../../../platform/text/iso-time-or-null.ts'
import { createUsageStore } from '../usage/usage.store.ts'
import { GAP } from '../usage/usage.ts'
import { createEmptyScopeStore } from './empty-scope.store.ts'
import { createIdleUserStore, type Idle } from './idle-user.store.ts'
import { analysePolicy, type PolicyAnalysis } from './policy-analysis.ts'
import { readRecentGrants, readRecentlyEnabled } from './recent-changes.ts'
import { groupBySameRights } from './same-rights.ts'
import type { RuleUse } from './unused-rules.ts'
import { usagePeriodOf } from './usage-period.ts'

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

interface RuleWithUse extends PolicyRule {
  /** Null if no use is recorded. */
  readonly lastUsedAt: string | null
}

export interface UnusedRules {
  /** How long usage is kept; 0 if it is not recorded. */
  readonly keepDays: number
  /** When the record of usage begins; null if nothing is recorded. */
  readonly recordedSince: string | null
  /** Whether usage has been recorded for the whole period. If not, no rule is called unused. */
  readonly isRecorded: boolean
  /** The roles whose rules are left out, because not all of their calls in the period are recorded. */
  readonly incompleteRoles: readonly string[]
  readonly rules: readonly RuleWithUse[]
}

interface ReportOptions {
  readonly database: Database
  /** How long the record of usage is kept. */
  readonly usageKeepDays: number
  /** The keys of the roles that settings name. */
  readonly rolesInSettings: ReadonlySet<string>
  /** Returns what the policy shows. By default, it is computed for each report. */
  readonly analysePolicy?: () => Promise<PolicyAnalysis>
  readonly now: () => number
}

export type Reports = ReturnType<typeof createReports>

/** Finds what can be cleaned up. */
export function createReports(options: ReportOptions) {
  const { database, usageKeepDays, rolesInSettings, now } = options
  const analyse = options.analysePolicy ?? (async () => analysePolicy(createPolicyStore(database)))
  const roleStore = createRoleStore(database)
  const idleUsers = createIdleUserStore(database)
  const emptyScopes = createEmptyScopeStore(database)

  async function withUsers(roles: readonly Role[]): Promise<(role: Role) => RoleWithUsers> {
    const roleIds = roles.map(({ roleId }) => roleId)
    const counts = await createUserBatchStore(database).countByRole(ALL_USERS, roleIds)
    return (role) => ({ ...role, users: counts.get(role.roleId) ?? 0 })
  }

  return {
    /**
     * Returns the rules that no recorded call has needed for this many days, without rules that were added since. Rules of the
     * admin role are left out: its calls are not recorded.
     */
    async unusedRules({ days }: { readonly days: number }): Promise<UnusedRules> {
      const usage = createUsageStore(database)
      const since = now() - days * DAY_IN_MS
      const recordedSince = await usage.recordedSince()
      const start = recordedSince === undefined ? null : new Date(recordedSince).toISOString()
      const record = { keepDays: usageKeepDays, recordedSince: start }
      if (recordedSince === undefined || recordedSince > since || days > usageKeepDays)
        return { ...record, isRecorded: false, incompleteRoles: [], rules: [] }
      const allowed = (await usage.list({ withGaps: true })).filter((one) => one.allowed)
      const period = usagePeriodOf(allowed)
      const isRecent = await readRecentGrants(createAuditLogStore(database), since)
      const recorded = allowed.filter(({ route }) => route !== GAP)
      const uses = await (await analyse()).ruleUses(recorded)
      const incomplete = new Set<string>()
      for (const { rule } of uses) if (!period.isComplete(rule.roleKey, since)) incomplete.add(rule.roleKey)
      incomplete.delete(ADMIN_ROLE_KEY)
      const unused = uses.filter(
        ({ rule, lastUsedAt }) =>
          lastUsedAt < since &&
          rule.roleKey !== ADMIN_ROLE_KEY &&
          !incomplete.has(rule.roleKey) &&
          !isRecent(rule),
      )
      return {
        ...record,
        isRecorded: true,
        incompleteRoles: [...incomplete].toSorted(),
        rules: unused.map(ruleWithUse),
      }
    },

    /** Returns the rules that another rule of the same role covers. */
    coveredRules: async () => (await analyse()).coveredRules(),

    /** Returns the roles that have the same status, data scope and rights, without roles that a setting names. */
    async sameRights(): Promise<SameRights[]> {
      const rights = await (await analyse()).rightsByRole()
      const groups = groupBySameRights(await roleStore.all(), rights, rolesInSettings)
      const counted = await withUsers(groups.flat())
      return groups.map((group) => {
        const [keep, ...remove] = group.map(counted).toSorted(mostUsersFirst)
        if (!keep) throw new Error('a group of roles is empty')
        return { keep, remove }
      })
    },

    /**
     * Returns the roles without users, without those that were created or changed, or got a rule, in this many days, and
     * without roles that a setting names: it may give them to users at their next login.
     */
    async unusedRoles({ days }: { readonly days: number }): Promise<Role[]> {
      const since = now() - days * DAY_IN_MS
      const isRecent = await readRecentGrants(createAuditLogStore(database), since)
      const rules = await (await analyse()).rules()
      const withNewRules = new Set(rules.filter(isRecent).map(({ roleKey }) => roleKey))
      const roles = (await roleStore.all()).filter(
        ({ roleKey, updatedAt }) =>
          roleKey !== ADMIN_ROLE_KEY &&
          Date.parse(updatedAt) < since &&
          !withNewRules.has(roleKey) &&
          !rolesInSettings.has(roleKey),
      )
      const counted = await withUsers(roles)
      const returning = await createRoleHolderStore(database).formerRoles()
      return roles.filter((role) => counted(role).users === 0 && !returning.has(role.roleId))
    },

    /**
     * Returns the enabled users in a scope without a login for this many days, those who have been idle longest first. Users who were
     * enabled since are left out, and so are the user `exceptUserId` and, if all enabled admins are idle, the one who logged
     * in last.
     */
    async idleUsers(
      scope: UserScope,
      { days, exceptUserId }: { readonly days: number; readonly exceptUserId: number },
    ): Promise<Idle[]> {
      const since = now() - days * DAY_IN_MS
      const enabled = await readRecentlyEnabled(createAuditLogStore(database), since)
      const idle = (await idleUsers.list(scope, since)).filter(({ userId }) => !enabled.has(userId))
      const remaining = await lastAdminOf(database, idle)
      return idle.filter(({ userId }) => userId !== exceptUserId && userId !== remaining)
    },

    emptyScopes: emptyScopes.list,
    withNames: emptyScopes.withNames,

    /** Returns idle users with their details. */
    detailsOf: (idle: readonly Idle[]) => idleUsers.find(idle.map(({ userId }) => userId)),
  }
}

/** Returns a rule with the time of its last recorded use. */
export function ruleWithUse({ rule, lastUsedAt }: RuleUse): RuleWithUse {
  return { ...rule, lastUsedAt: isoTimeOrNull(lastUsedAt) }
}

function mostUsersFirst(one: RoleWithUsers, other: RoleWithUsers): number {
  return other.users - one.users || one.roleId - other.roleId
}

/** Returns the admin who was active last if all enabled admins are idle: one of them has to remain. */
async function lastAdminOf(database: Database, idle: readonly Idle[]): Promise<number | undefined> {
  const admins = new Set(await createRoleHolderStore(database).enabledAdminIds())
  const idleAdmins = idle.filter(({ userId }) => admins.has(userId))
  return idleAdmins.length === admins.size ? idleAdmins.at(-1)?.userId : undefined
}
