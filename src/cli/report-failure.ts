import { Refusal } from '../refusal.ts'
import { SettingsError } from '../settings/settings-error.ts'
import { visible } from './output.ts'

const WRONG_USE = 2
const FAILED = 1

/** One line that says what is wrong; as JSON where the command was asked for JSON. */
export function reportFailure(error: unknown, asJson: boolean): void {
  const text = visible(textOf(error))
  console.error(asJson ? JSON.stringify({ error: text }) : `castellan: ${text}`)
  process.exitCode = error instanceof SettingsError ? WRONG_USE : FAILED
}

function textOf(error: unknown): string {
  if (error instanceof Refusal) return error.text('en')
  return error instanceof Error ? error.message : String(error)
}
