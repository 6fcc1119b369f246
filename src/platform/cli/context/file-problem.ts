/** A mistake in a file. The text says what is wrong and how to correct it, and can be printed as it is. */
interface FileProblem {
  readonly file: string
  /** Counted from 1; 0 if the whole file or folder is concerned. */
  readonly line: number
  readonly problem: string
}

const MAX_PROBLEMS = 100

/** Thrown with every mistake that was found in the files, at most 100. */
export class FileProblems extends Error {
  readonly problems: readonly FileProblem[]

  constructor(problems: readonly FileProblem[]) {
    super(problems.map(formatFileProblem).join('; '))
    this.name = 'FileProblems'
    this.problems = problems
  }
}

export function formatFileProblem({ file, line, problem }: FileProblem): string {
  return `${line > 0 ? `${file}:${line}` : file}: ${problem}`
}

export type ProblemList = ReturnType<typeof createProblemList>

/** Collects mistakes, so that all of them are reported at once. */
export function createProblemList() {
  const problems: FileProblem[] = []
  return {
    add(problem: FileProblem): void {
      if (problems.length < MAX_PROBLEMS) problems.push(problem)
    },
    /** Throws if there is a mistake. */
    throwIfAny(): void {
      if (problems.length > 0) throw new FileProblems(problems)
    },
  }
}
