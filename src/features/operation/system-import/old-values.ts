import { DATA_SCOPE_NAMES, type DataScope } from '../../../core/role/role.ts'
import { DISABLED, ENABLED, type Status } from '../../../core/user/status.ts'
import type { ForeignColumn } from '../../../platform/database/foreign-database.ts'
import type { Report } from './import-report.ts'

/** Data scope 2 without departments: no rows. */
const NO_DATA: DataScope = DATA_SCOPE_NAMES.custom

/** Returns the status for a value. A value that is not known is disabled, never enabled. */
export function statusOf(
  value: string,
  { enabled, disabled }: { readonly enabled: string; readonly disabled: string },
  { report, what }: { readonly report: Report; readonly what: string },
): Status {
  const isEnabled = value === enabled
  const isKnown = isEnabled || value === disabled
  report.map(
    `status of ${what}`,
    shown(value),
    isEnabled ? 'enabled' : isKnown ? 'disabled' : 'disabled (unknown value)',
  )
  return isEnabled ? ENABLED : DISABLED
}

/** Returns the data scope for a value. A value that is not known is no data, never all. */
export function scopeOf(value: string, scopes: ReadonlyMap<string, DataScope>, report: Report): DataScope {
  const scope = scopes.get(value)
  const name = Object.entries(DATA_SCOPE_NAMES).find(([, code]) => code === scope)?.[0]
  report.map('data scope of roles', shown(value), name ?? 'none (unknown value)')
  return scope ?? NO_DATA
}

/** The values that go-admin and RuoYi have in common with this service. */
export const SAME_SCOPES: ReadonlyMap<string, DataScope> = new Map(
  Object.values(DATA_SCOPE_NAMES).map((code) => [code, code]),
)

/**
 * Returns whether a row is deleted. A time is missing for a row that exists, a number is 0. What is neither counts as deleted.
 */
export function isDeleted(value: string | null, kind: ForeignColumn['kind'] | undefined): boolean {
  if (value === null || kind === undefined) return false
  return kind === 'time' || value !== '0'
}

function shown(value: string): string {
  return value === '' ? '(empty)' : value.slice(0, 32)
}
