import { type PolicyRule, problemOfPolicyRule } from './policy-rule.ts'

export interface CsvProblem {
  /** Counted from 1. */
  readonly line: number
  readonly problem: string
}

export interface CsvPolicy {
  readonly rules: readonly PolicyRule[]
  readonly problems: readonly CsvProblem[]
}

/**
 * Reads a policy as Casbin writes it: `p, role, path, method` a line; empty lines and `#` comments are passed over.
 * Every line that is not in our language is reported with what to write instead.
 */
export function readCasbinCsv(text: string): CsvPolicy {
  const rules: PolicyRule[] = []
  const problems: CsvProblem[] = []
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue
    const read = readLine(line)
    if (typeof read === 'string') problems.push({ line: index + 1, problem: read })
    else rules.push(read)
  }
  return { rules, problems }
}

function readLine(line: string): PolicyRule | string {
  const [kind, roleKey, path, method, ...more] = line.split(',').map(unquoted)
  if (kind !== 'p') return `only "p, role, path, method" can be imported, not "${kind}"`
  if (!roleKey || !path || !method || more.length > 0) return 'write "p, role, path, method": four fields'
  const rule = { roleKey, path, method }
  return problemOfPolicyRule(rule) ?? rule
}

function unquoted(field: string): string {
  return field.trim().replace(/^"(.*)"$/, '$1')
}
