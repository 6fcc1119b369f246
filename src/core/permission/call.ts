import { effectiveMethod, METHODS } from '../../platform/http/call/method.ts'
import { CANONICAL_PATH } from '../../platform/http/call/path-characters.ts'
import {
  isWithinPathLimits,
  MAX_PATH_BYTES,
  MAX_PATH_SEGMENTS,
} from '../../platform/http/call/path-limits.ts'
import { assertNoProblem, type InputProblem } from '../../platform/refusal/refusal.ts'
import { quoted } from '../../platform/text/quoted.ts'
import { findPatternProblem } from './patterns/path-pattern.ts'
import type { PolicyRule } from './policy-rule.ts'

/** A call that a question is about: the path of a request without its query, and its method. */
export interface Call {
  readonly path: string
  readonly method: string
}

const CALLABLE_METHODS = [...METHODS, 'HEAD']
const PATH = new RegExp(`^${CANONICAL_PATH}$`)

/** Throws a `Refusal` that says what to write instead, unless a request with this method and path is possible. */
export function assertPossibleCall(call: Call): void {
  assertNoProblem(findCallProblem(call))
}

/** Returns why no request can have this method and path and what to write instead, or nothing if one can. */
export function findCallProblem({ path, method }: Call): InputProblem | undefined {
  return findMethodProblem(method) ?? findPathProblem(path)
}

function findMethodProblem(method: string): InputProblem | undefined {
  if (CALLABLE_METHODS.includes(method)) return undefined
  const upperCase = method.trim().toUpperCase()
  const isOtherCase = CALLABLE_METHODS.includes(upperCase)
  const choices = isOtherCase ? `"${upperCase}"` : `one of ${CALLABLE_METHODS.join(', ')}`
  const choicesZh = isOtherCase ? `“${upperCase}”` : `${CALLABLE_METHODS.join('、')} 之一`
  return {
    field: 'method',
    en: `the method ${quoted(method)} is unknown: write ${choices}.`,
    zh: `未知的方法 ${quoted(method)}：请写 ${choicesZh}。`,
  }
}

function findPathProblem(path: string): InputProblem | undefined {
  if (isWithinPathLimits(path) && PATH.test(path)) return undefined
  const [en, zh] = textOfPathProblem(path)
  return { field: 'path', en: `the path ${quoted(path)} ${en}.`, zh: `路径 ${quoted(path)} ${zh}。` }
}

function textOfPathProblem(path: string): readonly [en: string, zh: string] {
  if (!path.startsWith('/')) return ['must start with "/"', '须以“/”开头']
  if (/[?#]/.test(path)) return ['must not have a query or fragment', '不能包含查询参数或片段']
  if (!isWithinPathLimits(path))
    return [
      `has more than ${MAX_PATH_BYTES} bytes or ${MAX_PATH_SEGMENTS} segments: the service refuses such a request`,
      `超过 ${MAX_PATH_BYTES} 字节或 ${MAX_PATH_SEGMENTS} 段：服务会拒绝这样的请求`,
    ]
  return [
    'is not in canonical form: the service refuses such a request',
    '不是规范形式：服务会拒绝这样的请求',
  ]
}

/** What a segment becomes that a rule cannot name literally. */
const PARAMETER = ':name'

/**
 * Returns the narrowest rule that would allow the call. A segment that a rule cannot name literally becomes `:name`.
 *
 * @example
 * narrowestRule('auditor', { method: 'HEAD', path: '/files/a.pdf' }) // { roleKey: 'auditor', method: 'GET', path: '/files/:name' }
 */
export function narrowestRule(roleKey: string, { path, method }: Call): PolicyRule {
  const segments = path.split('/').map((segment) => (isLiteral(segment) ? segment : PARAMETER))
  return { roleKey, path: segments.join('/'), method: effectiveMethod(method) }
}

function isLiteral(segment: string): boolean {
  return segment !== '*' && !segment.startsWith(':') && findPatternProblem(`/${segment}`) === undefined
}
