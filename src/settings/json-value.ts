import { inWords, isPlainObject, type Outcome } from './setting.ts'

/** A value as JSON knows it. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonRecord
export interface JsonRecord {
  readonly [name: string]: JsonValue
}

/** Deeper than any menu, and it ends a structure that contains itself. */
const DEEPEST_LEVEL = 32

/** Copies a record, so that whoever gave it cannot change it afterwards. */
export function readJsonRecord(record: Readonly<Record<string, unknown>>, level = 1): Outcome<JsonRecord> {
  if (level > DEEPEST_LEVEL) return { problem: `is nested more than ${DEEPEST_LEVEL} levels deep` }
  const entries: [string, JsonValue][] = []
  for (const [name, given] of Object.entries(record)) {
    // An own key of this name is harmless here, but becomes the prototype of whatever it is assigned to later.
    if (name === '__proto__') return { problem: 'has a key named __proto__, which is not allowed' }
    const outcome = readJson(given, level + 1)
    if ('problem' in outcome) return outcome
    entries.push([name, outcome.value])
  }
  return { value: Object.fromEntries(entries) }
}

function readJson(value: unknown, level: number): Outcome<JsonValue> {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return { value }
  if (typeof value === 'number' && Number.isFinite(value)) return { value }
  if (isPlainObject(value)) return readJsonRecord(value, level)
  return Array.isArray(value)
    ? readJsonList(value, level)
    : { problem: `holds ${inWords(value)}, which JSON cannot` }
}

function readJsonList(list: readonly unknown[], level: number): Outcome<JsonValue> {
  if (level > DEEPEST_LEVEL) return { problem: `is nested more than ${DEEPEST_LEVEL} levels deep` }
  const entries: JsonValue[] = []
  for (const given of list) {
    const outcome = readJson(given, level + 1)
    if ('problem' in outcome) return outcome
    entries.push(outcome.value)
  }
  return { value: entries }
}
