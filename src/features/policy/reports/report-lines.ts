import { timeOf } from '../../../core/user/command-words.ts'
import { ALL_USERS } from '../../../core/user/list/user-scope.ts'
import { tableOf } from '../../../platform/cli/output/table.ts'
import { DAY_IN_MS } from '../../../platform/runtime/time-units.ts'
import { counted } from '../../../platform/text/counted.ts'
import type { ReportName } from './report-name.ts'
import type { Reports, SameRights, UnusedRules } from './reports.ts'

/** A report as a command prints it. */
interface PrintedReport {
  /** How many entries a clean-up concerns. */
  readonly count: number
  /** Why there may be fewer entries than expected. */
  readonly note?: string | undefined
  /** The result with `--json`. */
  readonly result: object
  readonly lines: readonly string[]
}

interface Period {
  readonly days: number
  readonly limit: number
}

/** Reads a report. At most `limit` entries are in the result and in the lines. */
export async function readReport(reports: Reports, name: ReportName, period: Period): Promise<PrintedReport> {
  const { days, limit } = period
  switch (name) {
    case 'unused-rules':
      return readUnusedRules(reports, period)
    case 'covered-rules': {
      const columns = { roleKey: 'ROLE', method: 'METHOD', path: 'PATH', coveredBy: 'COVERED BY' }
      const rules = await reports.coveredRules()
      const list = rules.slice(0, limit)
      const rows = list.map((rule) => ({
        ...rule,
        coveredBy: `${rule.coveredBy.method} ${rule.coveredBy.path}`,
      }))
      return printed(rules.length, list, tableOf(rows, columns))
    }
    case 'same-rights': {
      const columns = { roleKey: 'ROLE', users: 'USERS', keep: 'SAME RIGHTS AS', keepUsers: 'ITS USERS' }
      const groups = await reports.sameRights()
      const rows = groups.flatMap(({ keep, remove }) =>
        remove.map(({ roleKey, users }) => ({ roleKey, users, keep: keep.roleKey, keepUsers: keep.users })),
      )
      return printed(rows.length, firstRolesOf(groups, limit), tableOf(rows.slice(0, limit), columns))
    }
    case 'unused-roles': {
      const columns = { roleKey: 'KEY', roleName: 'NAME', createdAt: 'CREATED' }
      const roles = await reports.unusedRoles({ days })
      const list = roles.slice(0, limit)
      const rows = list.map((role) => ({ ...role, createdAt: timeOf(role.createdAt) }))
      return printed(roles.length, list, tableOf(rows, columns))
    }
    case 'empty-scopes': {
      const columns = { roleKey: 'ROLE', username: 'USER', department: 'DEPARTMENT', reason: 'REASON' }
      const scopes = await reports.emptyScopes()
      const list = await reports.withNames(scopes.slice(0, limit))
      const rows = list.map(({ userId, username, deptId, ...rest }) => ({
        ...rest,
        username: username ?? 'all users',
        department: userId === null ? '' : deptId || 'none',
      }))
      return printed(scopes.length, list, tableOf(rows, columns))
    }
    case 'idle-users': {
      const columns = {
        username: 'NAME',
        roleKey: 'ROLE',
        owner: 'SERVICE ACCOUNT OF',
        lastLoginTime: 'LAST LOGIN',
        createdAt: 'CREATED',
      }
      const idle = await reports.idleUsers(ALL_USERS, { days, exceptUserId: 0 })
      const list = await reports.detailsOf(idle.slice(0, limit))
      const rows = list.map((user) => ({
        ...user,
        owner: user.owner ?? '',
        lastLoginTime: timeOrNever(user.lastLoginTime),
        createdAt: timeOf(user.createdAt),
      }))
      return printed(idle.length, list, tableOf(rows, columns))
    }
  }
}

/** Returns the groups with at most `limit` roles to remove. */
function firstRolesOf(groups: readonly SameRights[], limit: number): SameRights[] {
  let rest = limit
  return groups.flatMap(({ keep, remove }) => {
    const first = remove.slice(0, rest)
    rest -= first.length
    return first.length === 0 ? [] : [{ keep, remove: first }]
  })
}

function printed(count: number, list: readonly object[], lines: readonly string[]): PrintedReport {
  return { count, result: { count, list }, lines }
}

async function readUnusedRules(reports: Reports, { days, limit }: Period): Promise<PrintedReport> {
  const { rules, ...record } = await reports.unusedRules({ days })
  const list = rules.slice(0, limit)
  const rows = list.map((rule) => ({ ...rule, lastUsedAt: timeOrNever(rule.lastUsedAt) }))
  return {
    count: rules.length,
    note: record.isRecorded ? incompleteNoteOf(record.incompleteRoles) : notRecordedNoteOf(record, days),
    result: { count: rules.length, ...record, list },
    lines: tableOf(rows, { roleKey: 'ROLE', method: 'METHOD', path: 'PATH', lastUsedAt: 'LAST USED' }),
  }
}

type UsageRecord = Pick<UnusedRules, 'keepDays' | 'recordedSince'>

function notRecordedNoteOf({ keepDays, recordedSince }: UsageRecord, days: number): string {
  if (keepDays === 0) return 'Not enough data: usage is not recorded (usage.keepDays is 0).'
  if (keepDays < days)
    return `Not enough data: usage is kept for ${counted(keepDays, 'day')} (usage.keepDays), less than the ${counted(days, 'day')} of the report.`
  if (recordedSince === null) return 'Not enough data: no call has been recorded yet.'
  const firstResult = new Date(Date.parse(recordedSince) + days * DAY_IN_MS).toISOString()
  return `Not enough data: recording began on ${dateOf(recordedSince)}; the first result is due on ${dateOf(firstResult)}.`
}

const MAX_NAMED_ROLES = 10

function incompleteNoteOf(roleKeys: readonly string[]): string | undefined {
  if (roleKeys.length === 0) return undefined
  const rest = roleKeys.length - MAX_NAMED_ROLES
  const named = [...roleKeys.slice(0, MAX_NAMED_ROLES), ...(rest > 0 ? [`${rest} more`] : [])].join(', ')
  return `The record of usage is incomplete for ${named}. Rules of these roles are left out.`
}

function timeOrNever(time: string | null): string {
  return time === null ? 'never' : timeOf(time)
}

function dateOf(time: string): string {
  return time.slice(0, 10)
}
