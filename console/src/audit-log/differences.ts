interface Difference {
  readonly name: string
  readonly was: string | undefined
  readonly is: string | undefined
}

/** Returns the fields of both values as text. A value that is not an object is one field without a name. */
export function differencesOf(before: unknown, after: unknown): Difference[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  const names = new Set([...was.keys(), ...is.keys()])
  return [...names].map((name) => ({ name, was: was.get(name), is: is.get(name) }))
}

function fieldsOf(value: unknown): Map<string, string> {
  if (value === null || value === undefined) return new Map()
  if (typeof value !== 'object' || Array.isArray(value)) return new Map([['', textOf(value)]])
  return new Map(Object.entries(value).map(([name, field]) => [name, textOf(field)]))
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
