import { isJsonObject } from '../../platform/text/json-object.ts'
import { stateOf } from '../user/command-words.ts'
import type { AuditLogEntry } from './audit-log.store.ts'

/** What every change changes. */
const SILENT_FIELDS: readonly string[] = ['revision', 'updatedAt', 'createdAt']
/** A new thing with more fields is recorded whole: the name of the action and the target say enough. */
const MAX_FIELDS = 3
const MAX_ITEMS = 2
const MAX_LENGTH = 40

/**
 * Returns what a change has changed, in one line.
 *
 * @example
 * changesOf({ before: { status: '2' }, after: { status: '1' } }) // 'status: enabled → disabled'
 */
export function changesOf({ before, after }: Pick<AuditLogEntry, 'before' | 'after'>): string {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  if (was.size > 0 && is.size > 0) {
    const names = [...new Set([...was.keys(), ...is.keys()])]
    return names
      .map((name) => `${name}: ${textOf(name, was.get(name))} → ${textOf(name, is.get(name))}`)
      .join(', ')
  }
  const only = is.size > 0 ? is : was
  if (only.size > MAX_FIELDS) return ''
  return [...only].map(([name, value]) => `${name}: ${textOf(name, value)}`).join(', ')
}

function fieldsOf(value: unknown): ReadonlyMap<string, unknown> {
  const fields = isJsonObject(value) ? Object.entries(value) : []
  return new Map(fields.filter(([name]) => !SILENT_FIELDS.includes(name)))
}

function textOf(name: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return 'none'
  if (name === 'status' && typeof value === 'string') return stateOf(value)
  if (Array.isArray(value)) {
    const shown = value.slice(0, MAX_ITEMS).map((item) => textOf('', item))
    const rest = value.length - shown.length
    return [...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ') || 'none'
  }
  const text = isJsonObject(value) ? Object.values(value).map(String).join(' ') : String(value)
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text
}
