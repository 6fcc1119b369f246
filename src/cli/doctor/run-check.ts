import { within } from '../../database/time-limits.ts'
import { type Finding, problem } from './finding.ts'

/** A finding with the name of its check. */
export interface NamedFinding extends Finding {
  readonly check: string
}

export type Check = () => readonly Finding[] | Promise<readonly Finding[]>

/** Longer than the time limits of all connections that a check opens. */
const TIME_LIMIT_MS = 30_000

/** Runs a check. One that fails or does not end in time is a problem of its own and does not affect the others. */
export async function runCheck(
  name: string,
  check: Check,
  timeLimitMs = TIME_LIMIT_MS,
): Promise<readonly NamedFinding[]> {
  const findings = await within(
    timeLimitMs,
    Promise.resolve().then(check),
    () => new Error(`the check did not end within ${timeLimitMs / 1000} s`),
  ).catch((error: unknown) => [problem(textOf(error), FAILED)])
  return findings.map((finding) => ({ check: name, ...finding }))
}

const FAILED = 'Remove the cause that this error names, and run "castellan doctor" again.'

/** Returns the message of an error. An error of several connection attempts has none of its own. */
export function textOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map(textOf).join('; ')
  }
  return error instanceof Error ? error.message || error.name : String(error)
}
