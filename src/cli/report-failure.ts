import { Refusal } from '../refusal.ts'
import { SettingsError } from '../settings/settings-error.ts'
import { visible } from './output.ts'

const EXIT_INVALID_SETTINGS = 2
const EXIT_FAILED = 1

/** Prints the error in one line, as JSON if the command has --json, and sets the exit code. */
export function reportFailure(error: unknown, asJson: boolean): void {
  const text = visible(textOf(error))
  console.error(asJson ? JSON.stringify({ error: text }) : `castellan: ${text}`)
  process.exitCode = error instanceof SettingsError ? EXIT_INVALID_SETTINGS : EXIT_FAILED
}

function textOf(error: unknown): string {
  if (error instanceof Refusal) return error.text('en')
  return error instanceof Error ? error.message : String(error)
}
