import type { Texts } from '../../shell/language/texts.ts'

export type ReportName = keyof Texts['cleanUp']['tabs']

/** The reports whose entries the service can clean up. */
export type CleanUpName = Exclude<ReportName, 'empty-scopes'>

export const REPORTS: readonly ReportName[] = [
  'unused-rules',
  'covered-rules',
  'same-rights',
  'unused-roles',
  'idle-users',
  'empty-scopes',
]

export function isReport(text: string): text is ReportName {
  return REPORTS.some((report) => report === text)
}

/** How many rules, roles or users the service cleans up at once. */
export const MAX_AT_ONCE: Readonly<Record<CleanUpName, number>> = {
  'unused-rules': 5000,
  'covered-rules': 5000,
  'same-rights': 100,
  'unused-roles': 100,
  'idle-users': 5000,
}

export const DEFAULT_DAYS = 90
