import type { CsvPolicy } from '../../authorization/permission/casbin-csv.ts'
import type { InputProblem, LocalizedText } from '../../foundation/refusal/refusal.ts'

/** Returns a text about an invalid file of rules: what follows from it, and one line per invalid line. */
export function csvProblem(
  { problems, problemCount }: Pick<CsvPolicy, 'problems' | 'problemCount'>,
  consequence: LocalizedText,
): InputProblem {
  const en = problems.map(({ line, problem }) => `line ${line}: ${problem.en}`)
  const zh = problems.map(({ line, problem }) => `第 ${line} 行：${problem.zh}`)
  const more = problemCount - problems.length
  if (more > 0) {
    en.push(`… and ${more} more`)
    zh.push(`……以及另外 ${more} 行`)
  }
  return {
    field: 'csv',
    en: [consequence.en, ...en].join('\n'),
    zh: [consequence.zh, ...zh].join('\n'),
  }
}
