import { useTexts } from '../language/language.tsx'

/** Returns the names of the data scopes. */
export function useScopeNames(): ReadonlyMap<string, string> {
  return new Map(Object.entries(useTexts().role.dataScopes))
}
