import { DATA_SCOPE_NAMES, DATA_SCOPE_TEXTS } from '../role/role.ts'
import { ENABLED, STATES } from './status.ts'

export { DATA_SCOPE_NAMES, STATES }

export function stateOf(status: string): string {
  return status === ENABLED ? 'enabled' : 'disabled'
}

export function dataScopeOf(code: string): string {
  return DATA_SCOPE_TEXTS[code]?.en ?? code
}

/** Returns the code of a data scope. Unknown names are returned as they are, and the service refuses them. */
export function dataScopeCodeOf(name: string | undefined): string | undefined {
  return Object.entries(DATA_SCOPE_NAMES).find(([known]) => known === name)?.[1] ?? name
}

/** Returns what follows the name of a role that ends. */
export function untilText(roleUntil: string | null): string {
  return roleUntil === null ? '' : ` until ${timeOf(roleUntil)}`
}

/** Returns a time to the second, for tables. */
export function timeOf(time: string): string {
  return time.replace(/\.\d+Z$/, 'Z')
}
