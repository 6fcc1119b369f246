import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  parsePathPattern,
  patternMatches,
  patternsOverlap,
} from '../../../../src/core/permission/patterns/path-pattern.ts'
import { createRuleCoverage } from '../../../../src/core/permission/rules/rule-coverage.ts'
import { covers, overlaps } from './path-pattern.ts'

const segment = fc.constantFrom('a', 'b', ':id', ':name')
const pattern = fc
  .tuple(fc.array(segment, { minLength: 1, maxLength: 4 }), fc.constantFrom('', '/', '/*'))
  .map(([segments, end]) => `/${segments.join('/')}${end}`)
const path = fc
  .tuple(fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 5 }), fc.constantFrom('', '/'))
  .map(([segments, end]) => `/${segments.join('/')}${end}`)

test('a path is covered by a pattern where the service says that it matches', () => {
  fc.assert(
    fc.property(pattern, path, (wide, asked) => {
      expect(covers(wide, asked)).toBe(patternMatches(parsePathPattern(wide), asked))
    }),
  )
})

test('a pattern is covered by another where the service says so', () => {
  fc.assert(
    fc.property(pattern, pattern, (wide, narrow) => {
      const coverage = createRuleCoverage([{ path: wide, method: 'GET' }])
      expect(covers(wide, narrow)).toBe(coverage.covers({ path: narrow, method: 'GET' }))
    }),
  )
})

test('two patterns overlap where the service says so', () => {
  fc.assert(
    fc.property(pattern, pattern, (one, other) => {
      expect(overlaps(one, other)).toBe(patternsOverlap(parsePathPattern(one), parsePathPattern(other)))
    }),
  )
})
