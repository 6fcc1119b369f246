import { InvalidArgumentError } from 'commander'
import { Refusal } from '../../refusal/refusal.ts'
import { SettingsError } from '../../settings/settings-error.ts'
import { coloursFor } from './colour.ts'
import { UsageError } from './usage-error.ts'
import { visible } from './visible.ts'

/** The exit codes of every command. */
export const EXIT_CODES = { done: 0, refused: 1, usage: 2 } as const

/** Prints the error in one line, as JSON if the command has --json, and sets the exit code. Settings have one line per mistake. */
export function reportFailure(error: unknown, asJson: boolean): void {
  const texts = (error instanceof SettingsError ? error.problems : [textOfError(error)]).map(visible)
  const { red, dim } = coloursFor(process.stderr)
  const command = error instanceof UsageError ? error.command : undefined
  const hint = command === undefined ? '' : dim(` (see ${command} --help)`)
  if (asJson) console.error(JSON.stringify({ error: texts.join('\n') }))
  else for (const text of texts) console.error(`${red('error:')} ${text}${hint}`)
  process.exitCode = exitCodeOf(error)
}

function exitCodeOf(error: unknown): number {
  const isUsage = [SettingsError, UsageError, InvalidArgumentError].some((kind) => error instanceof kind)
  return isUsage ? EXIT_CODES.usage : EXIT_CODES.refused
}

/** Returns the message of an error, in English if it is a refusal. An error of several connection attempts has none of its own. */
export function textOfError(error: unknown): string {
  if (error instanceof Refusal) return error.text('en')
  if (error instanceof AggregateError && error.message === '') return error.errors.map(textOfError).join('; ')
  return error instanceof Error ? error.message || error.name : String(error)
}
