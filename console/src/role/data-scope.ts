import { useTexts } from '../language/language.tsx'

/** What each data scope is called. */
export function useScopeNames(): ReadonlyMap<string, string> {
  return new Map(Object.entries(useTexts().role.dataScopes))
}
