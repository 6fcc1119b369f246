import type { Schemas } from '../../shell/api/client.ts'
import { useTexts } from '../../shell/language/language.tsx'
import { useRoles } from '../role/select/use-roles.ts'
import { createFieldWords, type FieldWords } from './field-words.ts'

/** Returns a function that returns the words for the fields of an entry. */
export function useFieldWords(): (entry: Pick<Schemas['AuditLogEntry'], 'targetKind'>) => FieldWords {
  const texts = useTexts()
  const roles = useRoles()
  const roleName = (id: number) => roles.find(({ roleId }) => roleId === id)?.roleName
  return ({ targetKind }) => createFieldWords({ texts, kind: targetKind, roleName })
}

/** Returns a function that returns an action in words. An action of a later version has its code. */
export function useActionName(): (action: string) => string {
  const { auditLog } = useTexts()
  const names = new Map<string, string>(Object.entries(auditLog.actions))
  return (action) => names.get(action) ?? action
}
