import type { RecordType } from '../../../platform/settings/list-types.ts'
import { describeValue, isPlainObject, type Outcome, readingOf } from '../../../platform/settings/setting.ts'

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
  const problem = problemOfValue(given)
  if (problem !== undefined) return { problem }
  // A copy, so that the caller cannot change the settings afterwards.
  const value: MenuRecord = JSON.parse(JSON.stringify(given))
  return hasValidChildren(value) ? { value } : { problem: 'has children that are not a list of records' }
}

function isRecord(value: JsonValue): value is MenuRecord {
  return isPlainObject(value)
}

function hasValidChildren(menu: MenuRecord): boolean {
  const children: JsonValue | undefined = Object.hasOwn(menu, 'children') ? menu.children : undefined
  if (children === undefined || children === null) return true
  return Array.isArray(children) && children.every((child) => isRecord(child) && hasValidChildren(child))
}

// Also stops at a structure that contains itself.
const MAX_DEPTH = 32

/** Returns why a value cannot be part of a menu, or undefined. */
function problemOfValue(value: unknown, depth = 1): string | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined
  if (typeof value === 'number' && Number.isFinite(value)) return undefined
  if (depth > MAX_DEPTH) return `is nested more than ${MAX_DEPTH} levels deep`
  if (!Array.isArray(value) && !isPlainObject(value))
    return `contains ${describeValue(value)}, which JSON cannot represent`
  // Harmless in the copy, but it would become the prototype of an object that it is assigned to later.
  if (Object.hasOwn(value, '__proto__')) return 'has a key named __proto__, which is not allowed'
  for (const one of Array.isArray(value) ? value : Object.values(value)) {
    const problem = problemOfValue(one, depth + 1)
    if (problem !== undefined) return problem
  }
  return undefined
}
