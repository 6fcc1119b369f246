import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scaled } from '../../../../test/support/scale.ts'
import { isCanonicalPath } from '../../../platform/http/call/canonical-path.ts'
import {
  ANY_SEGMENT,
  findPatternProblem,
  type PathPattern,
  parsePathPattern,
  patternMatches,
  patternsOverlap,
} from './path-pattern.ts'

test('a text is valid or refused with a correction, and a pattern without names is a canonical path', () => {
  const character = fc.constantFrom(...'/ab:*.%2e5CA0;?#[{$(+\\ \u0000中\ud800'.split(''))
  const text = fc.string({ unit: fc.oneof(character, fc.string({ unit: 'binary', maxLength: 1 })) })
  fc.assert(
    fc.property(text, (text) => {
      const problem = findPatternProblem(`/${text}`)
      if (problem !== undefined) expect(problem.en).toMatch(/write (?!at most)/)
      else if (!/[:*]/.test(text)) expect(isCanonicalPath(`/${text}`)).toBe(true)
    }),
    { numRuns: scaled(4000, 20_000) },
  )
})

describe('patterns overlap', () => {
  const pattern = fc
    .tuple(
      fc.array(fc.constantFrom('/a', '/b', '/:x', '/:y'), { maxLength: 4 }),
      fc.constantFrom('', '', '/', '/*'),
    )
    .map(([segments, end]) => parsePathPattern(segments.join('') + end || '/'))

  /** Returns the path that matches both patterns if any path does: the literals, and `w` where neither has one. */
  function witnessFor(a: PathPattern, b: PathPattern): string {
    const length = Math.max(a.segments.length + Number(a.below), b.segments.length + Number(b.below))
    const segmentOf = ({ segments }: PathPattern, i: number) =>
      segments[i] === ANY_SEGMENT ? undefined : segments[i]
    const segments = Array.from({ length }, (_, i) => segmentOf(a, i) ?? segmentOf(b, i) ?? 'w')
    return `/${segments.join('/')}`
  }

  test('exactly if some path matches both', () => {
    let overlaps = 0
    fc.assert(
      fc.property(pattern, pattern, (a, b) => {
        const witness = witnessFor(a, b)
        expect(patternsOverlap(a, b)).toBe(patternMatches(a, witness) && patternMatches(b, witness))
        overlaps += Number(patternsOverlap(a, b))
      }),
      { numRuns: scaled(2000, 10_000) },
    )
    expect(overlaps).toBeGreaterThan(200)
  })

  test('if a random path matches both', () => {
    const path = fc
      .array(fc.constantFrom('/a', '/b', '/c', '/'), { minLength: 1, maxLength: 5 })
      .map((segments) => segments.join(''))
    let both = 0
    fc.assert(
      fc.property(pattern, pattern, path, (a, b, path) => {
        if (!patternMatches(a, path) || !patternMatches(b, path)) return
        both++
        expect(patternsOverlap(a, b)).toBe(true)
      }),
      { numRuns: scaled(4000, 10_000) },
    )
    expect(both).toBeGreaterThan(10)
  })
})
