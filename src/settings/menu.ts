import type { RecordType } from './list-types.ts'
import { describeValue, isPlainObject, type Outcome, readingOf } from './setting.ts'

/** A value that JSON can represent. */
type JsonValue = null | boolean | number | string | readonly JsonValue[] | MenuRecord

/** An entry of `menus`. The front end defines its keys. */
export interface MenuRecord {
  readonly [name: string]: JsonValue
}

/** Only the tree of `children` is checked. */
export const menuRecord: RecordType<MenuRecord> = { secret: false, read: readingOf(readMenu) }

function readMenu(given: unknown): Outcome<MenuRecord> {
  if (!isPlainObject(given)) return { problem: `must be a record, not ${describeValue(given)}` }
  const copy = copyRecord(given)
  if ('problem' in copy || hasValidChildren(copy.value)) return copy
  return { problem: 'has children that are not a list of records' }
}

function hasValidChildren(menu: MenuRecord): boolean {
  const children: JsonValue | undefined = Object.hasOwn(menu, 'children') ? menu.children : undefined
  if (children === undefined || children === null) return true
  return Array.isArray(children) && children.every((child) => isRecord(child) && hasValidChildren(child))
}

function isRecord(value: JsonValue): value is MenuRecord {
  return isPlainObject(value)
}

// Also stops at a structure that contains itself.
const MAX_DEPTH = 32

/** Copies a record deeply, so that the caller cannot change the settings afterwards. */
function copyRecord(record: Readonly<Record<string, unknown>>, depth = 1): Outcome<MenuRecord> {
  const entries: [string, JsonValue][] = []
  for (const [name, given] of Object.entries(record)) {
    // Harmless in this copy, but it would become the prototype of an object that it is assigned to later.
    if (name === '__proto__') return { problem: 'has a key named __proto__, which is not allowed' }
    const copy = copyValue(given, depth + 1)
    if ('problem' in copy) return copy
    entries.push([name, copy.value])
  }
  return { value: Object.fromEntries(entries) }
}

function copyValue(value: unknown, depth: number): Outcome<JsonValue> {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return { value }
  if (typeof value === 'number' && Number.isFinite(value)) return { value }
  if (depth > MAX_DEPTH) return { problem: `is nested more than ${MAX_DEPTH} levels deep` }
  if (isPlainObject(value)) return copyRecord(value, depth)
  if (!Array.isArray(value)) {
    return { problem: `contains ${describeValue(value)}, which JSON cannot represent` }
  }
  const copies: JsonValue[] = []
  for (const entry of value) {
    const copy = copyValue(entry, depth + 1)
    if ('problem' in copy) return copy
    copies.push(copy.value)
  }
  return { value: copies }
}
