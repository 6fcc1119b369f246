import { isSchema, mapValues } from './input-schemas.ts'

/**
 * Returns the document with a `type` in every schema that lists its values with `const` or `enum`. JSON Schema does not need it, but
 * generated clients would have a field of any type otherwise.
 */
export function withValueTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withValueTypes)
  if (!isSchema(value)) return value
  const type = 'type' in value ? undefined : typeOfValues(value)
  return { ...(type === undefined ? {} : { type }), ...mapValues(value, withValueTypes) }
}

function typeOfValues({ const: only, enum: several }: Readonly<Record<string, unknown>>): string | undefined {
  const [type, ...others] = new Set((Array.isArray(several) ? several : [only]).map(typeOf))
  return others.length === 0 ? type : undefined
}

/** Returns nothing for other values: the members of a schema can also be named `const` and `enum`. */
function typeOf(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value === 'string' || typeof value === 'boolean' ? typeof value : undefined
}
