import { DEFAULT_REPORT_DAYS, MAX_REPORT_DAYS } from '../../../authorization/reports/report-name.ts'
import { CURSOR_PATTERN } from '../../../database/time-order-reader.ts'
import { isJsonObject } from '../../../foundation/text/json-object.ts'
import { APP_METHOD_PATTERN, LOGIN_METHODS } from '../../../settings/login-methods.ts'
import type { Schema } from '../../http/documentation.ts'
import { type formats, MAX_HOURS, MAX_PAGE_NUMBER } from '../../http/formats.ts'
import { id, throttleId } from '../resource-schemas.ts'

/** The formats of the service as standard JSON Schema. A number in a path or a query is text for the service. */
const FORMATS: Readonly<Record<keyof typeof formats, Schema>> = {
  'well-formed': { type: 'string' },
  'date-time': { type: 'string', format: 'date-time' },
  'page-index': { type: 'integer', minimum: 1, maximum: MAX_PAGE_NUMBER, default: 1 },
  'page-size': { type: 'integer', minimum: 1, maximum: MAX_PAGE_NUMBER, default: 10 },
  hours: { type: 'integer', minimum: 1, maximum: MAX_HOURS, default: 24 },
  days: { type: 'integer', minimum: 1, maximum: MAX_REPORT_DAYS, default: DEFAULT_REPORT_DAYS },
  id,
  'id-or-empty': { anyOf: [id, { const: '' }] },
  cursor: { type: 'string', pattern: `^$|${CURSOR_PATTERN}` },
  'login-method': {
    anyOf: [
      { type: 'string', enum: LOGIN_METHODS },
      { type: 'string', pattern: APP_METHOD_PATTERN },
    ],
  },
  'throttle-id': throttleId,
}
const standardOf: ReadonlyMap<string, Schema> = new Map(Object.entries(FORMATS))

/** Returns a schema of a request with standard keywords only. */
export function inputSchema(schema: Schema): Schema {
  const standard = typeof schema.format === 'string' ? standardOf.get(schema.format) : undefined
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
