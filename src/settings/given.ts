import type { Entry } from './catalogue.ts'
import { assignment, type Origin, originInWords } from './origin.ts'
import { SettingsError } from './settings-error.ts'

/** A value that one of the sources gives to a setting, already checked. */
export interface Given {
  readonly entry: Entry
  readonly value: unknown
  readonly origin: Origin
}

/** Checks a value of a source. */
export function given(entry: Entry, value: unknown, origin: Origin): Given {
  const outcome = entry.setting.read(value)
  if ('value' in outcome) return { entry, value: outcome.value, origin }
  throw new SettingsError(
    `${entry.key} (${originInWords(origin)}) ${outcome.problem}. Fix: ${fixOf(entry, value, origin)}`,
  )
}

function fixOf(entry: Entry, value: unknown, origin: Origin): string {
  const { setting } = entry
  const isNumberOrFlag = typeof value === 'number' || typeof value === 'boolean'
  if (setting.secret) {
    // What was written is never repeated, not even as a proposal.
    if (isNumberOrFlag) return 'put it in quotes'
    return setting.example === ''
      ? 'write a text'
      : `write for example ${assignment(entry, setting.example, origin)}`
  }
  // What was written, in the type that it should have.
  const meant =
    isNumberOrFlag || typeof value === 'string' ? [setting.fromText(String(value)), String(value)] : []
  const better = meant.find((candidate) => candidate !== value && 'value' in setting.read(candidate))
  if (better !== undefined) return `write ${assignment(entry, better, origin)}`
  const example = `write for example ${assignment(entry, setting.example, origin)}`
  return value === null ? `remove it, or ${example}` : example
}
