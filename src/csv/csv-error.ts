/** What is wrong with a CSV text, and where. */
export class CsvError extends Error {
  override readonly name = 'CsvError'
  /** Counted from 1. */
  readonly line: number
  readonly problem: string

  constructor(line: number, problem: string) {
    super(`line ${line}: ${problem}`)
    this.line = line
    this.problem = problem
  }
}
