import { shownFields } from './field-words.ts'

interface Difference {
  readonly name: string
  readonly was: unknown
  readonly is: unknown
}

/** Returns the fields of both values. A value that is not an object is one field without a name. */
export function differencesOf(before: unknown, after: unknown): Difference[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  const names = new Set([...was.keys(), ...is.keys()])
  return [...names].map((name) => ({ name, was: was.get(name), is: is.get(name) }))
}

function fieldsOf(value: unknown): ReadonlyMap<string, unknown> {
  if (value === null || value === undefined) return new Map()
  if (typeof value !== 'object' || Array.isArray(value)) return new Map([['', value]])
  return new Map(shownFields({ ...value }))
}
