import type { PolicyRule } from '../../authorization/permission/policy-rule.ts'
import { createReports, type Reports } from '../../authorization/reports/reports.ts'
import type { Changed } from '../../cluster/change-feed/change-writer.ts'
import type { Operator } from '../../logs/audit-log/operator.ts'
import type { Operation, Operations } from '../operations.ts'
import { deleteUnused, mergeSame, type RoleMerge } from './clean-up-roles.ts'
import { removeReported } from './clean-up-rules.ts'
import { disableIdle } from './clean-up-users.ts'
import type { CleanedUp, CleanUpSelection } from './cleaned-up.ts'

/**
 * Cleans up what the reports list: all of it, up to a limit, or a selection. Each clean-up is one transaction with one entry
 * of the audit log. A selection is refused if one of its items is no longer in the report.
 */
export interface CleanUp {
  /** Removes rules that no recorded call has needed for this many days. */
  removeUnusedRules(
    operator: Operator,
    days: number,
    rules: CleanUpSelection<PolicyRule>,
  ): Promise<Changed<CleanedUp>>
  removeCoveredRules(operator: Operator, rules: CleanUpSelection<PolicyRule>): Promise<Changed<CleanedUp>>
  /** Moves the users of roles with the same rights to one of the roles and deletes the others with their rules. */
  mergeRoles(operator: Operator, merges: CleanUpSelection<RoleMerge>): Promise<Changed<CleanedUp>>
  /** Deletes roles without users that were not changed for this many days. */
  deleteUnusedRoles(
    operator: Operator,
    days: number,
    roleIds: CleanUpSelection<number>,
  ): Promise<Changed<CleanedUp>>
  /** Disables users without a login for this many days. */
  disableIdleUsers(
    operator: Operator,
    days: number,
    userIds: CleanUpSelection<number>,
  ): Promise<Changed<CleanedUp>>
}

interface CleanUpOptions {
  readonly operations: Operations
  /** How long the record of usage is kept. */
  readonly usageKeepDays: number
  /** The keys of the roles that settings name. */
  readonly rolesInSettings: ReadonlySet<string>
}

export function createCleanUp(options: CleanUpOptions): CleanUp {
  const { operations, usageKeepDays, rolesInSettings } = options
  const reportsOf = ({ transaction, at }: Operation): Reports =>
    createReports({ database: transaction, usageKeepDays, rolesInSettings, now: () => at })

  return {
    removeUnusedRules: (operator, days, rules) =>
      operations.run(operator, async (operation) => {
        const { rules: reported } = await reportsOf(operation).unusedRules({ days })
        return removeReported(operation, await operation.authority(), {
          report: { report: 'unused-rules', days },
          reported,
          selected: rules,
        })
      }),

    removeCoveredRules: (operator, rules) =>
      operations.run(operator, async (operation) => {
        const reported = await reportsOf(operation).coveredRules()
        return removeReported(operation, await operation.authority(), {
          report: { report: 'covered-rules' },
          reported,
          selected: rules,
        })
      }),

    mergeRoles: (operator, merges) =>
      operations.run(operator, async (operation) => {
        const reported = await reportsOf(operation).sameRights()
        return mergeSame(operation, await operation.authority(), reported, merges)
      }),

    deleteUnusedRoles: (operator, days, roleIds) =>
      operations.run(operator, async (operation) => {
        const reported = await reportsOf(operation).unusedRoles({ days })
        return deleteUnused(operation, await operation.authority(), { days, reported, selected: roleIds })
      }),

    disableIdleUsers: (operator, days, userIds) =>
      operations.run(operator, async (operation) => {
        const reports = reportsOf(operation)
        return disableIdle(operation, await operation.authority(), reports, { days, selected: userIds })
      }),
  }
}
