import {
  ESCAPE,
  LITERAL_CHARACTERS,
  MAX_PATTERN_LENGTH,
  MAX_PATTERN_SEGMENTS,
} from '../../../platform/http/call/path-characters.ts'
import { assertNoProblem, type InputProblem } from '../../../platform/refusal/refusal.ts'
import { describePatternProblem } from './path-pattern-problem.ts'

/**
 * The paths of a rule: literal segments, `:name` for exactly one non-empty segment, and a final `/*` for everything
 * below. `/a/*` matches `/a/` and `/a/b/c`, but not `/a`, as in Casbin.
 */
export interface PathPattern {
  readonly text: string
  /** Literals and `ANY_SEGMENT`. A trailing slash is an empty last literal. */
  readonly segments: readonly string[]
  /** Whether it ends with `/*`, which is not part of `segments`. */
  readonly below: boolean
}

/** Represents every `:name`, because names do not affect matching. No literal contains a colon. */
export const ANY_SEGMENT = ':'

const LITERAL = `(?:[${LITERAL_CHARACTERS}]|${ESCAPE})+`
const NAME = ':[A-Za-z0-9_-]+'
const TOO_MANY_SEGMENTS = `(?:/[^/]*){${MAX_PATTERN_SEGMENTS + 1}}`
const PATTERN = new RegExp(`^(?=/)(?!${TOO_MANY_SEGMENTS})(?:/(?:${LITERAL}|${NAME}))*(?:/\\*?)?$`)

/**
 * Returns what is wrong with a path pattern and what to write instead, or nothing if it is valid.
 *
 * @example
 * findPatternProblem('/api/v1/sys-user/:id') // undefined
 * findPatternProblem('/api/v1/sys-user/{id}') // { en: '…: write ":id" in place of "{id}"', … }
 */
export function findPatternProblem(text: string): InputProblem | undefined {
  return text.length <= MAX_PATTERN_LENGTH && PATTERN.test(text) ? undefined : describePatternProblem(text)
}

/** Parses a pattern. Throws a `Refusal` that says what to write instead if it is invalid. */
export function parsePathPattern(text: string): PathPattern {
  assertNoProblem(findPatternProblem(text))
  return parseValidPattern(text)
}

/** Parses a text for which `findPatternProblem` has returned nothing. */
export function parseValidPattern(text: string): PathPattern {
  return splitPattern(text, (segment) => segment.startsWith(':'))
}

/**
 * Parses the path of a route, which may have more syntax than a pattern (`/file/:name.png`, `*`). The result matches at
 * least the paths of the route, and no route is refused.
 */
export function parseRoutePath(path: string): PathPattern {
  return splitPattern(path.startsWith('/') ? path : `/${path}`, (segment) => segment.includes(':'))
}

function splitPattern(text: string, isAny: (segment: string) => boolean): PathPattern {
  const segments = text.split('/').slice(1)
  const below = segments.at(-1)?.includes('*') ?? false
  if (below) segments.pop()
  return { text, segments: segments.map((segment) => (isAny(segment) ? ANY_SEGMENT : segment)), below }
}

/** Returns whether the path matches. The policy index is faster, and tests compare it with this function. */
export function patternMatches(pattern: PathPattern, path: string): boolean {
  const segments = segmentsOfPath(path)
  return segments !== undefined && segmentsMatch(pattern, segments)
}

/** Returns the segments of a path, for comparison with many patterns; undefined for a text that is not a path. */
export function segmentsOfPath(path: string): readonly string[] | undefined {
  return path.startsWith('/') ? path.split('/').slice(1) : undefined
}

/** Returns whether a path with these segments matches. */
export function segmentsMatch(pattern: PathPattern, segments: readonly string[]): boolean {
  const surplus = segments.length - pattern.segments.length
  if (pattern.below ? surplus < 1 : surplus !== 0) return false
  return pattern.segments.every((wanted, i) =>
    wanted === ANY_SEGMENT ? segments[i] !== '' : segments[i] === wanted,
  )
}

/** Returns whether some path matches both patterns. */
export function patternsOverlap(a: PathPattern, b: PathPattern): boolean {
  const surplus = b.segments.length - a.segments.length
  if (surplus < 0) return patternsOverlap(b, a)
  if (surplus > 0 ? !a.below : a.below !== b.below) return false
  return a.segments.every((segment, i) => segmentsOverlap(segment, b.segments[i] ?? ''))
}

function segmentsOverlap(a: string, b: string): boolean {
  if (a === ANY_SEGMENT) return b !== ''
  return b === ANY_SEGMENT ? a !== '' : a === b
}

/**
 * Compares two patterns of routes that match the same path. The router prefers a literal to `:name`, and `:name` to a
 * wildcard, from the first segment on.
 */
export function comparePrecedence(a: PathPattern, b: PathPattern): number {
  const length = Math.max(a.segments.length, b.segments.length)
  for (let i = 0; i < length; i++) {
    const difference = rankOf(a.segments[i]) - rankOf(b.segments[i])
    if (difference !== 0) return difference
  }
  return Number(a.below) - Number(b.below)
}

function rankOf(segment: string | undefined): number {
  if (segment === undefined) return 2
  return segment === ANY_SEGMENT ? 1 : 0
}
