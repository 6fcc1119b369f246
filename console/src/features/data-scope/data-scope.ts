import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { ADMIN_ROLE_KEY } from '../role/select/admin-role.ts'

const ALL_DATA = '1'
/** The data scope of a role that lists departments. */
export const CUSTOM_DEPARTMENTS = '2'

/** Returns the names of the data scopes. */
export function useScopeNames(): ReadonlyMap<string, string> {
  return new Map(Object.entries(useTexts().dataScopes.names))
}

/** Returns the data scope of a user: the own one, or that of the role. The role admin always sees all data. */
export function effectiveScope(
  user: { readonly dataScope: string },
  role: Pick<Schemas['Role'], 'roleKey' | 'dataScope'>,
): string {
  return role.roleKey === ADMIN_ROLE_KEY ? ALL_DATA : user.dataScope || role.dataScope
}
