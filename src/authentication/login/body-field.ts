/** Returns a field of a body, a query or an object in it that may not have been validated; an empty text if there is none. */
export function fieldOf(fields: unknown, name: string): unknown {
  if (typeof fields !== 'object' || fields === null || !Object.hasOwn(fields, name)) return ''
  return Reflect.get(fields, name)
}

/** Returns a text of a body or a query, or an empty one if there is none. */
export function textOf(fields: unknown, name: string): string {
  const value = fieldOf(fields, name)
  return typeof value === 'string' ? value : ''
}
