import { isJsonObject } from '../../../platform/text/json-object.ts'

/** Returns the usernames in the changes of a confirmation: of the users that are changed, added or imported, and new names. */
export function usernamesIn(changes: readonly unknown[]): string[] {
  const names = changes.filter(isJsonObject).flatMap(({ action, target, after }) => {
    if (typeof action !== 'string' || !action.startsWith('user.')) return []
    const { username, users = [] } = isJsonObject(after) ? after : {}
    const imported = Array.isArray(users) ? users.filter(isJsonObject).map((user) => user.username) : []
    return [target, username, ...imported]
  })
  return [...new Set(names.filter((name) => typeof name === 'string'))]
}
