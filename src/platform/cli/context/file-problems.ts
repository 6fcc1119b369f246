import { SettingsError } from '../../settings/settings-error.ts'
import { textOfError } from '../output/report-failure.ts'
import { UsageError } from '../output/usage-error.ts'
import { visible } from '../output/visible.ts'
import { FileProblems, formatFileProblem } from './file-problem.ts'

/** Runs the work and turns mistakes in files into an error of wrong usage, after printing a line for each. */
export async function reportFileProblems<T>(
  work: () => T | Promise<T>,
  { json }: { readonly json?: true },
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof FileProblems)) throw error
    const { problems } = error
    if (json || problems.length === 1) throw new UsageError(error.message)
    for (const problem of problems) console.error(visible(formatFileProblem(problem)))
    throw new UsageError(`nothing was done: ${problems.length} mistakes in the files`)
  }
}

/** Runs the work of a command whose exit code 1 has a meaning of its own: every failure exits with code 2. */
export async function failAsUsage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isUsage = error instanceof UsageError || error instanceof SettingsError
    throw isUsage ? error : new UsageError(textOfError(error))
  }
}

/** Prints a line for each of the problems of a file that are known, of which there may be more. */
export function printLineProblems(problems: readonly LineProblem[], count: number): void {
  for (const { line, problem } of problems) console.error(visible(`line ${line}: ${problem}`))
  if (count > problems.length) console.error(`… and ${count - problems.length} more`)
}

export interface LineProblem {
  readonly line: number
  readonly problem: string
}
