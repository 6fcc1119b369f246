/** All reports. */
export const REPORTS = ['unused-rules', 'covered-rules', 'same-rights', 'unused-roles', 'idle-users'] as const
export type ReportName = (typeof REPORTS)[number]

/** The period without use or login after which something is reported. */
export const DEFAULT_REPORT_DAYS = 90
export const MAX_REPORT_DAYS = 3650
