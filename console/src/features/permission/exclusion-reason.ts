import type { Texts } from '../../shell/language/texts.ts'

/** Returns the reason of an entry of the exclusion list. A reason from the settings is shown as it is. */
export function exclusionReason(reason: string, permission: Texts['permission']): string {
  return new Map<string, string>(Object.entries(permission.exclusionReasons)).get(reason) ?? reason
}
