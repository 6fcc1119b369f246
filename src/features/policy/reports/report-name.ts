/** All reports. */
export const REPORTS = [
  'unused-rules',
  'covered-rules',
  'same-rights',
  'unused-roles',
  'idle-users',
  'empty-scopes',
] as const
export type ReportName = (typeof REPORTS)[number]

/** The reports with a clean-up. Why somebody sees no rows has to be decided by an operator. */
export type CleanUpName = Exclude<ReportName, 'empty-scopes'>
