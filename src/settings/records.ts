import type { JsonRecord, JsonValue } from './json-value.ts'
import { isPlainObject, type Outcome, quoted } from './setting.ts'

/** An endpoint that skips the permission check. Whether path and method make sense is for `permission/` to say. */
export interface ExclusionSetting {
  readonly method: string
  readonly path: string
}

export function readExclusion(record: JsonRecord): Outcome<ExclusionSetting> {
  const { method, path, ...others } = record
  const [other] = Object.keys(others)
  if (other !== undefined) return { problem: `has the key ${quoted(other)}; it takes method and path only` }
  if (typeof method !== 'string' || method === '') return { problem: 'has no method, such as GET' }
  if (typeof path !== 'string' || path === '') return { problem: 'has no path, such as /api/v1/notice' }
  return { value: { method, path } }
}

/** A menu record, as the front end wants it: only the tree of `children` is checked. */
export function readMenu(record: JsonRecord): Outcome<JsonRecord> {
  return hasMenuChildren(record)
    ? { value: record }
    : { problem: 'has children that are not a list of records' }
}

function hasMenuChildren(menu: JsonRecord): boolean {
  const children: JsonValue | undefined = Object.hasOwn(menu, 'children') ? menu.children : undefined
  if (children === undefined || children === null) return true
  return Array.isArray(children) && children.every((child) => isMenu(child) && hasMenuChildren(child))
}

function isMenu(value: JsonValue): value is JsonRecord {
  return isPlainObject(value)
}
