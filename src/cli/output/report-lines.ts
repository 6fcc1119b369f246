import type { ReportName } from '../../authorization/reports/report-name.ts'
import type { Reports, UnusedRules } from '../../authorization/reports/reports.ts'
import { counted } from '../../foundation/text/counted.ts'
import { tableOf } from './table.ts'
import { timeOf } from './words.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** A report as a command prints it. */
export interface PrintedReport {
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
  switch (name) {
    case 'unused-rules':
      return readUnusedRules(reports, period)
    case 'covered-rules':
      return readCoveredRules(reports, period)
    case 'same-rights':
      return readSameRights(reports, period)
    case 'unused-roles':
      return readUnusedRoles(reports, period)
    case 'idle-users':
      return readIdleUsers(reports, period)
  }
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
  const firstResult = new Date(Date.parse(recordedSince) + days * DAY_MS).toISOString()
  return `Not enough data: recording began on ${dateOf(recordedSince)}; the first result is due on ${dateOf(firstResult)}.`
}

const MAX_NAMED_ROLES = 10

function incompleteNoteOf(roleKeys: readonly string[]): string | undefined {
  if (roleKeys.length === 0) return undefined
  const rest = roleKeys.length - MAX_NAMED_ROLES
  const named = [...roleKeys.slice(0, MAX_NAMED_ROLES), ...(rest > 0 ? [`${rest} more`] : [])].join(', ')
  return `The record of usage is incomplete for ${named}. Rules of these roles are left out.`
}

async function readCoveredRules(reports: Reports, { limit }: Period): Promise<PrintedReport> {
  const rules = await reports.coveredRules()
  const list = rules.slice(0, limit)
  const rows = list.map(({ coveredBy, ...rule }) => ({
    ...rule,
    coveredBy: `${coveredBy.method} ${coveredBy.path}`,
  }))
  return {
    count: rules.length,
    result: { count: rules.length, list },
    lines: tableOf(rows, { roleKey: 'ROLE', method: 'METHOD', path: 'PATH', coveredBy: 'COVERED BY' }),
  }
}

async function readSameRights(reports: Reports, { limit }: Period): Promise<PrintedReport> {
  const groups = await reports.sameRights()
  const count = groups.reduce((sum, { remove }) => sum + remove.length, 0)
  const rows = groups.flatMap(({ keep, remove }) =>
    remove.map(({ roleKey, users }) => ({ roleKey, users, keep: keep.roleKey, keepUsers: keep.users })),
  )
  return {
    count,
    result: { count, list: groups.slice(0, limit) },
    lines: tableOf(rows.slice(0, limit), {
      roleKey: 'ROLE',
      users: 'USERS',
      keep: 'SAME RIGHTS AS',
      keepUsers: 'ITS USERS',
    }),
  }
}

async function readUnusedRoles(reports: Reports, { days, limit }: Period): Promise<PrintedReport> {
  const roles = await reports.unusedRoles({ days })
  const list = roles.slice(0, limit)
  const rows = list.map(({ roleKey, roleName, createdAt }) => ({
    roleKey,
    roleName,
    createdAt: timeOf(createdAt),
  }))
  return {
    count: roles.length,
    result: { count: roles.length, list },
    lines: tableOf(rows, { roleKey: 'KEY', roleName: 'NAME', createdAt: 'CREATED' }),
  }
}

async function readIdleUsers(reports: Reports, { days, limit }: Period): Promise<PrintedReport> {
  const idle = await reports.idleUsers({ days, exceptUserId: 0 })
  const list = await reports.detailsOf(idle.slice(0, limit))
  const rows = list.map((user) => ({
    ...user,
    lastLoginTime: timeOrNever(user.lastLoginTime),
    createdAt: timeOf(user.createdAt),
  }))
  return {
    count: idle.length,
    result: { count: idle.length, list },
    lines: tableOf(rows, {
      username: 'NAME',
      roleKey: 'ROLE',
      lastLoginTime: 'LAST LOGIN',
      createdAt: 'CREATED',
    }),
  }
}

function timeOrNever(time: string | null): string {
  return time === null ? 'never' : timeOf(time)
}

function dateOf(time: string): string {
  return time.slice(0, 10)
}
