import type { Operator } from '../../../../core/audit-log/operator.ts'
import type { Operation, Operations } from '../../../../core/operations/operations.ts'
import type { PolicyRule } from '../../../../core/permission/policy-rule.ts'
import { createReports, type Reports } from '../reports.ts'
import { deleteUnused, mergeSame, type RoleMerge } from './clean-up-roles.ts'
import { removeReported } from './clean-up-rules.ts'
import { disableIdle } from './clean-up-users.ts'
import type { CleanUpSelection } from './cleaned-up.ts'

interface CleanUpOptions {
  readonly operations: Operations
  /** How long the record of usage is kept. */
  readonly usageKeepDays: number
  /** The keys of the roles that settings name. */
  readonly rolesInSettings: ReadonlySet<string>
}

export type CleanUp = ReturnType<typeof createCleanUp>

/**
 * Cleans up what the reports list: all of it, up to a limit, or a selection. Each clean-up is one transaction with one entry
 * of the audit log. A selection is refused if one of its items is no longer in the report.
 * See docs/decisions/0034-reports-and-clean-up.md.
 */
export function createCleanUp({ operations, usageKeepDays, rolesInSettings }: CleanUpOptions) {
  const reportsOf = ({ transaction, at }: Operation): Reports =>
    createReports({ database: transaction, usageKeepDays, rolesInSettings, now: () => at })

  return {
    /** Removes rules that no recorded call has needed for this many days. */
    removeUnusedRules: (operator: Operator, days: number, selected: CleanUpSelection<PolicyRule>) =>
      operations.run(operator, async (operation) => {
        const { rules: reported } = await reportsOf(operation).unusedRules({ days })
        return removeReported(operation, { report: { report: 'unused-rules', days }, reported, selected })
      }),

    removeCoveredRules: (operator: Operator, selected: CleanUpSelection<PolicyRule>) =>
      operations.run(operator, async (operation) => {
        const reported = await reportsOf(operation).coveredRules()
        return removeReported(operation, { report: { report: 'covered-rules' }, reported, selected })
      }),

    /** Moves the users of roles with the same rights to one of the roles and deletes the others with their rules. */
    mergeRoles: (operator: Operator, merges: CleanUpSelection<RoleMerge>) =>
      operations.run(operator, async (operation) =>
        mergeSame(operation, await reportsOf(operation).sameRights(), merges),
      ),

    /** Deletes roles without users that were not changed for this many days. */
    deleteUnusedRoles: (operator: Operator, days: number, roleIds: CleanUpSelection<number>) =>
      operations.run(operator, async (operation) => {
        const reported = await reportsOf(operation).unusedRoles({ days })
        return deleteUnused(operation, { days, reported, selected: roleIds })
      }),

    /** Disables users without a login for this many days. */
    disableIdleUsers: (operator: Operator, days: number, userIds: CleanUpSelection<number>) =>
      operations.run(operator, (operation) =>
        disableIdle(operation, reportsOf(operation), { days, selected: userIds }),
      ),
  }
}
