import { Refusal } from '../refusal.ts'
import { effectiveMethod, METHODS } from './method.ts'
import { CANONICAL_PATH } from './path-characters.ts'
import { findPatternProblem } from './path-pattern.ts'
import type { PolicyRule } from './policy-rule.ts'

/** A call that a question is about: the path of a request without its query, and its method. */
export interface Call {
  readonly path: string
  readonly method: string
}

const CALLABLE_METHODS = [...METHODS, 'HEAD']
const PATH = new RegExp(`^${CANONICAL_PATH}$`)
const MAX_QUOTED_LENGTH = 100

/** Throws a `Refusal` that says what to write instead, unless a request with this method and path is possible. */
export function refuseImpossibleCall({ path, method }: Call): void {
  const problem = findMethodProblem(method) ?? findPathProblem(path)
  if (problem !== undefined) throw new Refusal('invalid-parameters', { problem })
}

function findMethodProblem(method: string): string | undefined {
  if (CALLABLE_METHODS.includes(method)) return undefined
  const upperCase = method.trim().toUpperCase()
  const advice = CALLABLE_METHODS.includes(upperCase)
    ? `write "${upperCase}"`
    : `write one of ${CALLABLE_METHODS.join(', ')}`
  return `the method ${quoted(method)} is unknown: ${advice}.`
}

function findPathProblem(path: string): string | undefined {
  if (PATH.test(path)) return undefined
  if (!path.startsWith('/')) return `the path ${quoted(path)} must start with "/".`
  if (/[?#]/.test(path)) return `the path ${quoted(path)} must not have a query or fragment.`
  return `the path ${quoted(path)} is not in its canonical form: the service refuses such a request.`
}

/**
 * Returns the narrowest rule that would allow the call. A segment that a rule cannot name literally becomes `:name`.
 *
 * @example
 * narrowestRule('auditor', { method: 'HEAD', path: '/files/a.pdf' }) // { roleKey: 'auditor', method: 'GET', path: '/files/:name' }
 */
export function narrowestRule(roleKey: string, { path, method }: Call): PolicyRule {
  const segments = path.split('/').map((segment) => (isLiteral(segment) ? segment : ':name'))
  return { roleKey, path: segments.join('/'), method: effectiveMethod(method) }
}

function isLiteral(segment: string): boolean {
  return segment !== '*' && !segment.startsWith(':') && findPatternProblem(`/${segment}`) === undefined
}

function quoted(text: string): string {
  return JSON.stringify(text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH)}…` : text)
}
