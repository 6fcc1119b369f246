import { findCallProblem } from '../../../core/permission/call.ts'
import type { Endpoint } from '../../../core/permission/exclusion-list.ts'
import { createProblemList, type ProblemList } from '../../../platform/cli/context/file-problem.ts'
import { readYamlFile, type YamlValue } from '../../../platform/cli/context/yaml-file.ts'
import { endpointProblem, parseEndpoint } from './endpoint-text.ts'

/** Who an expectation is about. */
export type ExpectedSubject = { readonly roleKey: string } | { readonly username: string }

/** One call that a role or a user is expected to be allowed or denied, and where this is written. */
export interface Expectation {
  readonly file: string
  readonly line: number
  readonly subject: ExpectedSubject
  readonly call: Endpoint
  readonly isAllowed: boolean
}

const KEYS = {
  of: 'an expectation',
  required: [],
  optional: ['role', 'user', 'may', 'may not'],
} as const

/**
 * Reads the expectations of files. Throws `FileProblems` with every mistake. A file without expectations is one: the
 * test would pass without testing anything.
 */
export function readExpectations(files: readonly string[]): Expectation[] {
  const problems = createProblemList()
  const expectations = files.flatMap((file) => expectationsOfFile(file, problems))
  problems.throwIfAny()
  return expectations
}

function expectationsOfFile(file: string, problems: ProblemList): Expectation[] {
  const root = readYamlFile(file, problems)
  if (root === undefined) return []
  const entries = root.isList() ? root.list() : undefined
  if (entries === undefined || entries.length === 0) {
    root.report('there are no expectations. Fix: write a list of entries with role, may and may not')
    return []
  }
  return entries.flatMap(expectationsOfEntry)
}

function expectationsOfEntry(entry: YamlValue): Expectation[] {
  const values = entry.map(KEYS)
  if (values === undefined) return []
  const subject = subjectOf(entry, values.get('role'), values.get('user'))
  const [may, mayNot] = [values.get('may'), values.get('may not')]
  const allowed = may === undefined ? [] : callsOf(may)
  const denied = mayNot === undefined ? [] : callsOf(mayNot)
  if (may === undefined && mayNot === undefined) {
    entry.report('the entry expects nothing. Fix: add may or "may not" with at least one call')
  }
  if (subject === undefined) return []
  return [
    ...allowed.map((call) => ({ ...call, subject, isAllowed: true })),
    ...denied.map((call) => ({ ...call, subject, isAllowed: false })),
  ]
}

function subjectOf(entry: YamlValue, role: YamlValue | undefined, user: YamlValue | undefined) {
  if ((role === undefined) === (user === undefined)) {
    entry.report('the entry must be about a role or a user. Fix: write either role or user')
    return undefined
  }
  const name = (role ?? user)?.text()
  if (name === undefined) return undefined
  return role === undefined ? { username: name } : { roleKey: name }
}

/** Returns the calls of a list, or of a single text. */
function callsOf(value: YamlValue): Pick<Expectation, 'file' | 'line' | 'call'>[] {
  const items = value.isList() ? value.list() : [value]
  if (items?.length === 0) value.report('the list is empty. Fix: add a call, or remove the key')
  return (items ?? []).flatMap((item) => {
    const text = item.text()
    if (text === undefined) return []
    const call = parseEndpoint(text)
    const problem = call === undefined ? endpointProblem(text, 'GET /api/v1/orders/7') : problemOf(call)
    if (problem !== undefined) item.report(problem)
    return call === undefined ? [] : [{ file: item.file, line: item.line, call }]
  })
}

/** A call that is not possible is never allowed, so "may not" would hold by mistake. */
function problemOf(call: Endpoint): string | undefined {
  const problem = findCallProblem(call)?.en
  if (problem !== undefined) return `${problem} Fix: write a call such as GET /api/v1/orders/7`
  if (/\/(?::|\*+(?:\/|$))/.test(call.path)) return PATTERN_IN_CALL
  return undefined
}

const PATTERN_IN_CALL =
  'the path is a pattern, but an expectation is about one call. Fix: write an example, such as 7 instead of :id'
