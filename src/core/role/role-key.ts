const MAX_LENGTH = 128

/** Returns what is wrong with the key of a role in a setting, or undefined. Whether the role exists is checked at the start. */
export function problemOfRoleKey(key: string): string | undefined {
  return key.trim() === '' || key.length > MAX_LENGTH ? 'is not a role key' : undefined
}
