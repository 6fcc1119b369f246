import { DEFAULT_REPORT_DAYS, MAX_REPORT_DAYS } from '../../../authorization/reports/report-name.ts'
import { CURSOR_PATTERN } from '../../../database/log-reader.ts'
import type { Schema } from '../../http/documentation.ts'
import { type formats, MAX_HOURS } from '../../http/formats.ts'

const id: Schema = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }

/** The formats of the service as standard JSON Schema. A number in a path or a query is text for the service. */
const FORMATS: Readonly<Record<keyof typeof formats, Schema>> = {
  'well-formed': { type: 'string' },
  'page-index': { type: 'integer', minimum: 1, maximum: 999_999_999, default: 1 },
  'page-size': { type: 'integer', minimum: 1, maximum: 999_999_999, default: 10 },
  hours: { type: 'integer', minimum: 1, maximum: MAX_HOURS, default: 24 },
  days: { type: 'integer', minimum: 1, maximum: MAX_REPORT_DAYS, default: DEFAULT_REPORT_DAYS },
  id,
  'id-or-empty': { anyOf: [id, { const: '' }] },
  cursor: { type: 'string', pattern: `^$|${CURSOR_PATTERN}` },
  'throttle-id': { type: 'string', pattern: '^[\\w-]{43}$' },
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
  return isSchema(value) ? inputSchema(value) : value
}

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function mapValues<Result>(
  record: Readonly<Record<string, unknown>>,
  change: (value: unknown) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}
