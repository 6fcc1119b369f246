import { findRuleProblem, type PolicyRule } from './policy-rule.ts'

export interface CsvProblem {
  /** The first line is 1. */
  readonly line: number
  readonly problem: string
}

export interface CsvPolicy {
  readonly rules: readonly PolicyRule[]
  readonly problems: readonly CsvProblem[]
}

/**
 * Parses a policy in Casbin's format: `p, role, path, method` per line. Empty lines and `#` comments are ignored. A field
 * may be quoted, and must be if it contains a comma; a quote inside is doubled. Every invalid line is reported with a
 * correction.
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
 * Formats rules so that `parseCasbinCsv` and Casbin read the same rules. Throws if a field has a line break, which
 * neither can read; stored rules have none.
 *
 * @example
 * formatCasbinCsv([{ roleKey: 'editor', path: '/api/v1/order/:id', method: 'GET' }])
 * // 'p, editor, /api/v1/order/:id, GET\n'
 */
export function formatCasbinCsv(rules: readonly PolicyRule[]): string {
  return rules
    .map(({ roleKey, path, method }) => `p, ${[roleKey, path, method].map(formatField).join(', ')}\n`)
    .join('')
}

function formatField(field: string): string {
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

/** A quoted field, or the text up to the next comma. Surrounding spaces are ignored. */
const FIELD = /(?:\s*"([^"]*(?:""[^"]*)*)"\s*|([^",]*))(,|$)/y

/** Returns the fields of a line, or nothing if a quote is misplaced. */
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
