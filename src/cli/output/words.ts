import { DATA_SCOPE_NAMES } from '../../accounts/role/role.ts'
import { ENABLED, STATES } from '../../accounts/status.ts'

export { DATA_SCOPE_NAMES, STATES }

const DATA_SCOPE_WORDS: Readonly<Record<string, string>> = {
  '1': 'all data',
  '2': 'custom departments',
  '3': 'own department',
  '4': 'own department and below',
  '5': 'own data only',
}

export function stateOf(status: string): string {
  return status === ENABLED ? 'enabled' : 'disabled'
}

export function dataScopeOf(code: string): string {
  return DATA_SCOPE_WORDS[code] ?? code
}

/** Returns the code of a data scope. Unknown names are returned as they are, and the service refuses them. */
export function dataScopeCodeOf(name: string | undefined): string | undefined {
  return Object.entries(DATA_SCOPE_NAMES).find(([known]) => known === name)?.[1] ?? name
}

/** Returns a time to the second, for tables. */
export function timeOf(time: string): string {
  return time.replace(/\.\d+Z$/, 'Z')
}
