import type { AuditLogEntry } from '../api.ts'
import { useTexts } from '../language/language.tsx'
import { useRoles } from '../role/use-roles.ts'
import { changeSentence } from './change-sentence.ts'

/** Returns a function that says what an entry changed, with the names of the roles that the user may list. */
export function useChangeSentence(): (entry: AuditLogEntry) => string {
  const texts = useTexts()
  const roles = useRoles()
  const roleName = (id: number) => roles.find(({ roleId }) => roleId === id)?.roleName
  return (entry) => changeSentence(entry, { texts, roleName })
}
