type Fields = Readonly<Record<string, unknown>>

/**
 * Returns the fields of a state before or after a change, or of a part of one: of a change that is being made, or of a stored entry.
 * Somebody may have changed the text of a stored one, so it is not trusted to have the right form.
 */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** Returns the list in a field; an empty one if there is none. */
export function listIn(value: unknown, name: string): readonly unknown[] {
  const list = fieldsOf(value)[name]
  return Array.isArray(list) ? list : []
}
