/**
 * Returns an own member of a value that may not have been validated, such as a body, or an empty text if there is none: most
 * fields of a login are texts, and an empty one is refused like a missing one.
 */
export function fieldOf(fields: unknown, name: string): unknown {
  if (typeof fields !== 'object' || fields === null || !Object.hasOwn(fields, name)) return ''
  return Reflect.get(fields, name)
}

/** Returns an own member that is a text, or an empty one if there is none. */
export function textOf(fields: unknown, name: string): string {
  const value = fieldOf(fields, name)
  return typeof value === 'string' ? value : ''
}
