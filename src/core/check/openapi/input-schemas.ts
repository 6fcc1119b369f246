import type { Schema } from '../../../platform/http/endpoint/documentation.ts'
import { formats } from '../../../platform/http/endpoint/formats.ts'
import { isJsonObject } from '../../../platform/text/json-object.ts'

const formatOf: ReadonlyMap<string, { readonly schema: Schema }> = new Map(Object.entries(formats))

/** Returns a schema of a request with standard keywords only. */
export function inputSchema(schema: Schema): Schema {
  const standard = typeof schema.format === 'string' ? formatOf.get(schema.format)?.schema : undefined
  if (standard === undefined) return mapValues(schema, standardValue)
  const { type: _type, format: _format, ...others } = schema
  return { ...standard, ...others }
}

function standardValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(standardValue)
  return isJsonObject(value) ? inputSchema(value) : value
}

export function mapValues<Result>(
  record: Readonly<Record<string, unknown>>,
  change: (value: unknown) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}

/**
 * Returns the document with a `type` in every schema that lists its values with `const` or `enum`. JSON Schema does not need it, but
 * generated clients would have a field of any type otherwise.
 */
export function withValueTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withValueTypes)
  if (!isJsonObject(value)) return value
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
