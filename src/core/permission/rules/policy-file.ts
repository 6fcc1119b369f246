import { createReadStream } from 'node:fs'
import { printLineProblems } from '../../../platform/cli/context/file-problems.ts'
import type { PolicyRule } from '../policy-rule.ts'
import type { CsvChange, CsvPolicy } from './casbin-csv.ts'

/** Rules of one file. They are added or removed in one transaction. */
const MAX_RULES = 1_000_000

/** Returns the rules of a Casbin CSV file, or of standard input (`-`). */
export async function readPolicyFile(file: string): Promise<readonly PolicyRule[]> {
  const { parseCasbinCsv } = await import('./casbin-csv.ts')
  const read = await parseCasbinCsv(chunksOf(file), { maxRules: MAX_RULES })
  assertValidLines(read, read.rules.length)
  return read.rules
}

/** Returns the rules to add and those to remove (`-` at the start of the line). */
export async function readChangeFile(file: string): Promise<Pick<CsvChange, 'add' | 'remove'>> {
  const { parseCasbinChange } = await import('./casbin-csv.ts')
  const read = await parseCasbinChange(chunksOf(file), { maxRules: MAX_RULES })
  assertValidLines(read, read.add.length + read.remove.length)
  return { add: read.add, remove: read.remove }
}

function chunksOf(file: string): AsyncIterable<string> {
  return file === '-' ? process.stdin.setEncoding('utf8') : createReadStream(file, 'utf8')
}

/** Prints a line for each invalid one, and throws if there is any. */
function assertValidLines(
  { problems, problemCount }: Pick<CsvPolicy, 'problems' | 'problemCount'>,
  ruleCount: number,
): void {
  printLineProblems(
    problems.map(({ line, problem }) => ({ line, problem: problem.en })),
    problemCount,
  )
  if (problemCount === 0) return
  throw new Error(`nothing was done: ${problemCount} bad of ${problemCount + ruleCount} lines`)
}
