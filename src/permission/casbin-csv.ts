import { findRuleProblem, type PolicyRule } from './policy-rule.ts'

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
 * A field may stand in quotes, and must where it holds a comma; a quote within it is doubled. Every line that is not in
 * our language is reported with what to write instead.
 */
export function parseCasbinCsv(text: string): CsvPolicy {
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

/**
 * Writes rules so that `parseCasbinCsv` gives the same ones, and Casbin too. Throws where a text has a line break, which
 * neither can read; no rule that was added has one.
 *
 * @example
 * formatCasbinCsv([{ roleKey: 'editor', path: '/api/v1/order/:id', method: 'GET' }])
 * // 'p, editor, /api/v1/order/:id, GET\n'
 */
export function formatCasbinCsv(rules: readonly PolicyRule[]): string {
  return rules
    .map(({ roleKey, path, method }) => `p, ${[roleKey, path, method].map(written).join(', ')}\n`)
    .join('')
}

function written(field: string): string {
  if (/[\r\n]/.test(field)) throw new TypeError('a field of a policy cannot have a line break')
  const isPlain = !/[",]/.test(field) && field === field.trim() && field !== ''
  return isPlain ? field : `"${field.replaceAll('"', '""')}"`
}

function readLine(line: string): PolicyRule | string {
  const fields = fieldsOf(line)
  if (fields === undefined) return 'put a field with a quote in it in quotes, and double the quote'
  const [kind, roleKey, path, method, ...more] = fields
  if (kind !== 'p') return `only "p, role, path, method" can be imported, not "${kind?.slice(0, 32)}"`
  if (!roleKey || !path || !method || more.length > 0) {
    return 'write "p, role, path, method": four fields, and one that holds a comma in quotes'
  }
  const rule = { roleKey, path, method }
  return findRuleProblem(rule) ?? rule
}

/** Up to the next comma, or in quotes; spaces around it don't count. */
const FIELD = /(?:\s*"([^"]*(?:""[^"]*)*)"\s*|([^",]*))(,|$)/y

/** The fields of a line, or nothing where a quote is not where it belongs. */
function fieldsOf(line: string): readonly string[] | undefined {
  const fields: string[] = []
  FIELD.lastIndex = 0
  for (;;) {
    const found = FIELD.exec(line)
    if (!found) return undefined
    const [, quoted, bare = '', end] = found
    fields.push(quoted === undefined ? bare.trim() : quoted.replaceAll('""', '"'))
    if (end === '') return fields
  }
}
