import { Refusal } from '../refusal.ts'
import { ESCAPE, LITERAL_CHARACTERS, MAX_PATTERN_LENGTH, MAX_PATTERN_SEGMENTS } from './path-characters.ts'
import { describePatternProblem } from './path-pattern-problem.ts'

/**
 * Which paths a rule is about: literal segments, `:name` for exactly one non-empty segment, and `/*` at the very
 * end for anything below. `/a/*` takes `/a/` and `/a/b/c`, but not `/a`, as Casbin decides.
 */
export interface PathPattern {
  readonly text: string
  /** Literals and `ANY_SEGMENT`; a trailing slash is an empty last literal. */
  readonly segments: readonly string[]
  /** Whether it ends in `/*`, which is no segment. */
  readonly below: boolean
}

/** Stands for any `:name`. Names decide nothing, not even when one is used twice; no literal has a colon. */
export const ANY_SEGMENT = ':'

const LITERAL = `(?:[${LITERAL_CHARACTERS}]|${ESCAPE})+`
const NAME = ':[A-Za-z0-9_-]+'
const TOO_MANY_SEGMENTS = `(?:/[^/]*){${MAX_PATTERN_SEGMENTS + 1}}`
const PATTERN = new RegExp(`^(?=/)(?!${TOO_MANY_SEGMENTS})(?:/(?:${LITERAL}|${NAME}))*(?:/\\*?)?$`)

/**
 * Says what is wrong with a path pattern and what to write instead, or nothing.
 *
 * @example
 * findPatternProblem('/api/v1/sys-user/:id') // undefined
 * findPatternProblem('/api/v1/sys-user/{id}') // '…: write ":id" in place of "{id}"'
 */
export function findPatternProblem(text: string): string | undefined {
  return text.length <= MAX_PATTERN_LENGTH && PATTERN.test(text) ? undefined : describePatternProblem(text)
}

/** Throws a `Refusal` that says what to write instead. */
export function parsePathPattern(text: string): PathPattern {
  const problem = findPatternProblem(text)
  if (problem !== undefined) throw new Refusal('invalid-parameters', { problem })
  return parseValidPattern(text)
}

/** Parses a text for which `findPatternProblem` has returned nothing. */
export function parseValidPattern(text: string): PathPattern {
  return patternOf(text, (segment) => segment.startsWith(':'))
}

/**
 * A path as the router declares it, which may say more than our language can (`/file/:name.png`, `*`). What is
 * asked of a route is whether a path or an entry could be about it, so it is read generously and never refused.
 */
export function parseRoutePath(path: string): PathPattern {
  return patternOf(path.startsWith('/') ? path : `/${path}`, (segment) => segment.includes(':'))
}

function patternOf(text: string, isAny: (segment: string) => boolean): PathPattern {
  const segments = text.split('/').slice(1)
  const below = segments.at(-1)?.includes('*') ?? false
  if (below) segments.pop()
  return { text, segments: segments.map((segment) => (isAny(segment) ? ANY_SEGMENT : segment)), below }
}

/** The plain reading of a pattern. The policy index decides faster, and is tested to decide the same. */
export function patternMatches(pattern: PathPattern, path: string): boolean {
  if (!path.startsWith('/')) return false
  const segments = path.split('/').slice(1)
  const surplus = segments.length - pattern.segments.length
  if (pattern.below ? surplus < 1 : surplus !== 0) return false
  return pattern.segments.every((wanted, i) =>
    wanted === ANY_SEGMENT ? segments[i] !== '' : segments[i] === wanted,
  )
}

/** Whether some path matches both. */
export function patternsOverlap(a: PathPattern, b: PathPattern): boolean {
  const surplus = b.segments.length - a.segments.length
  if (surplus < 0) return patternsOverlap(b, a)
  if (surplus > 0 ? !a.below : a.below !== b.below) return false
  return a.segments.every((segment, i) => someSegmentIsBoth(segment, b.segments[i] ?? ''))
}

function someSegmentIsBoth(a: string, b: string): boolean {
  if (a === ANY_SEGMENT) return b !== ''
  return b === ANY_SEGMENT ? a !== '' : a === b
}
