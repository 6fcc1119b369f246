import { setImmediate } from 'node:timers/promises'
import type { LocalizedText } from '../../../platform/refusal/refusal.ts'
import { findRuleProblem, type PolicyRule } from '../policy-rule.ts'

interface CsvProblem {
  /** Counted from 1. */
  readonly line: number
  readonly problem: LocalizedText
}

export type CsvPolicy = Readonly<Awaited<ReturnType<typeof parseCasbinCsv>>>

const MAX_LINE_CHARACTERS = 16_384
const MAX_PROBLEMS = 100
const LINES_PER_BATCH = 500
/** `p`, role, path and method. */
const FIELDS_PER_RULE = 4

/**
 * Reads a policy in Casbin's format: one `p, role, path, method` per line. Empty lines and `#` comments are skipped. A
 * field may be quoted, and must be where it contains a comma; a quote within it is doubled. Every invalid line is
 * reported. Reading stops at a limit, and yields to the event loop between batches of lines.
 *
 * @example
 * await parseCasbinCsv(['p, editor, /api/v1/order/:id, GET\n'], { maxRules: 100_000 })
 */
export async function parseCasbinCsv(
  chunks: AsyncIterable<string> | Iterable<string>,
  { maxRules }: { readonly maxRules: number },
) {
  const { read, ...found } = await readLines(chunks, maxRules, readLine)
  return { rules: read, ...found }
}

/** The rules of a file that describes a change. */
export type CsvChange = Readonly<Awaited<ReturnType<typeof parseCasbinChange>>>

/**
 * Reads a change of a policy: lines in Casbin's format, as `parseCasbinCsv` reads them. A line that starts with `-` is a
 * rule to remove; all others are rules to add, and may start with `+`.
 *
 * @example
 * await parseCasbinChange(['+ p, editor, /orders, GET\n- p, editor, /users, GET\n'], { maxRules: 100_000 })
 */
export async function parseCasbinChange(
  chunks: AsyncIterable<string> | Iterable<string>,
  { maxRules }: { readonly maxRules: number },
) {
  const { read, ...found } = await readLines(chunks, maxRules, readSignedLine)
  const rulesOf = (sign: string) => read.filter((line) => line.sign === sign).map(({ rule }) => rule)
  return { add: rulesOf('+'), remove: rulesOf('-'), ...found }
}

function readSignedLine(line: string): { sign: string; rule: PolicyRule } | LocalizedText | undefined {
  const start = line.trimStart()
  const isSigned = start.startsWith('+') || start.startsWith('-')
  const rule = readLine(isSigned ? start.slice(1) : line)
  if (rule === undefined) return isSigned ? WRONG_FIELDS : undefined
  return isProblem(rule) ? rule : { sign: start.startsWith('-') ? '-' : '+', rule }
}

async function readLines<Read extends object>(
  chunks: AsyncIterable<string> | Iterable<string>,
  maxRules: number,
  read: (line: string) => Read | LocalizedText | undefined,
) {
  const rules: Read[] = []
  const problems: CsvProblem[] = []
  let problemCount = 0
  let number = 0
  for await (const line of linesOf(chunks)) {
    number++
    if (number % LINES_PER_BATCH === 0) await setImmediate()
    const result = rules.length < maxRules ? read(line) : tooManyRules(line, maxRules)
    if (result === undefined) continue
    if (isProblem(result)) {
      problemCount++
      if (problems.length < MAX_PROBLEMS) problems.push({ line: number, problem: result })
      if (rules.length >= maxRules) break
    } else rules.push(result)
  }
  /** The first 100 problems, and how many there are. */
  return { read: rules, problems, problemCount }
}

function isProblem(result: object): result is LocalizedText {
  return 'en' in result
}

/** Yields lines without their line breaks. A line that is too long is cut just above the limit. */
async function* linesOf(chunks: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  let line = ''
  let isFirst = true
  const add = (text: string) => {
    const start = isFirst ? text.replace(/^\uFEFF/, '') : text
    if (text !== '') isFirst = false
    line += start.slice(0, MAX_LINE_CHARACTERS + 1 - line.length)
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', from)) {
      add(chunk.slice(from, end))
      yield line.endsWith('\r') ? line.slice(0, -1) : line
      line = ''
      isFirst = false
      from = end + 1
    }
    add(chunk.slice(from))
  }
  if (line !== '') yield line
}

function isSkipped(line: string): boolean {
  return line.trim() === '' || line.trimStart().startsWith('#')
}

function tooManyRules(line: string, maxRules: number): LocalizedText | undefined {
  if (isSkipped(line)) return undefined
  return {
    en: `there are more than ${maxRules} rules: split the file`,
    zh: `规则超过 ${maxRules} 条，请拆分文件`,
  }
}

/**
 * Returns rules in Casbin's format, which `parseCasbinCsv` and Casbin read. Throws where a field contains a line break, which
 * no stored rule does.
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
  if (/[\r\n]/.test(field)) throw new TypeError('a field of a policy cannot contain a line break')
  const isPlain = !/[",]/.test(field) && field === field.trim() && field !== ''
  return isPlain ? field : `"${field.replaceAll('"', '""')}"`
}

const MISPLACED_QUOTE: LocalizedText = {
  en: 'put a field with a quote in it in quotes, and double the quote',
  zh: '含有引号的字段须放在引号中，并将其中的引号写两次',
}
const WRONG_FIELDS: LocalizedText = {
  en: 'write "p, role, path, method": four fields, and one that contains a comma in quotes',
  zh: '请写“p, 角色, 路径, 方法”四个字段，含有逗号的字段须放在引号中',
}

/** Returns the rule, a problem, or nothing for an empty line or a comment. */
function readLine(line: string): PolicyRule | LocalizedText | undefined {
  if (line.length > MAX_LINE_CHARACTERS) {
    return {
      en: `the line has more than ${MAX_LINE_CHARACTERS} characters`,
      zh: `该行超过 ${MAX_LINE_CHARACTERS} 个字符`,
    }
  }
  if (isSkipped(line)) return undefined
  const fields = fieldsOf(line)
  if (fields === undefined) return MISPLACED_QUOTE
  const [kind, roleKey, path, method, ...more] = fields
  if (kind !== 'p') {
    const given = kind?.slice(0, 32)
    return {
      en: `only "p, role, path, method" can be imported, not "${given}"`,
      zh: `只能导入“p, 角色, 路径, 方法”，不能导入“${given}”`,
    }
  }
  if (!roleKey || !path || !method || more.length > 0) {
    return WRONG_FIELDS
  }
  const rule = { roleKey, path, method }
  return findRuleProblem(rule) ?? rule
}

/** Matches a field up to the next comma, or in quotes, with the spaces around it. */
const FIELD = /(?:\s*"([^"]*(?:""[^"]*)*)"\s*|([^",]*))(,|$)/y

/** Returns the fields of a line, at most one too many, or nothing where a quote is misplaced. */
function fieldsOf(line: string): readonly string[] | undefined {
  const fields: string[] = []
  FIELD.lastIndex = 0
  for (;;) {
    const found = FIELD.exec(line)
    if (!found) return undefined
    const [, quoted, bare = '', end] = found
    fields.push(quoted === undefined ? bare.trim() : quoted.replaceAll('""', '"'))
    if (end === '' || fields.length > FIELDS_PER_RULE) return fields
  }
}
