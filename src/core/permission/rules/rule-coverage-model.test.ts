import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scaled } from '../../../../test/support/scale.ts'
import { METHODS } from '../../../platform/http/call/method.ts'
import { createPolicyIndex } from '../policy-index.ts'
import { createRuleCoverage } from './rule-coverage.ts'

interface Grant {
  readonly path: string
  readonly method: string
}

/** `z` and `PROPFIND` are in no rule: they represent all other segments and methods. */
const segmentOfPath = ['', 'a', 'b', 'z']
const methodsOfRequests = [...METHODS, 'PROPFIND', '']

const segment = fc.constantFrom('/a', '/b', '/:x', '/:y')
const anyGrant: fc.Arbitrary<Grant> = fc.record({
  path: fc
    .tuple(fc.array(segment, { maxLength: 3 }), fc.constantFrom('', '', '/', '/*'))
    .map(([segments, end]) => segments.join('') + end || '/'),
  method: fc.constantFrom('GET', 'PUT', 'OPTIONS', '*'),
})

/** Returns every path with up to `depth` segments. */
function pathsUpTo(depth: number): string[] {
  if (depth === 0) return ['']
  return pathsUpTo(depth - 1).flatMap((path) =>
    path.split('/').length === depth ? [path, ...segmentOfPath.map((next) => `${path}/${next}`)] : [path],
  )
}

// Deeper than the patterns, to test `/*` at several depths.
const universe = pathsUpTo(5).flatMap((path) => methodsOfRequests.map((method) => ({ path, method })))

const allowedBy = (rules: readonly Grant[]) => {
  const index = createPolicyIndex(rules.map((rule) => ({ roleKey: 'r', ...rule })))
  return ({ path, method }: Grant) => index.allows('r', path, method)
}

test('a rule covers another exactly if the policy index allows all of its calls', () => {
  const seen = { covered: 0, not: 0 }
  fc.assert(
    fc.property(anyGrant, anyGrant, (own, other) => {
      const [byOwn, byOther] = [allowedBy([own]), allowedBy([other])]
      const isCovered = createRuleCoverage([own]).covers(other)
      expect(isCovered).toBe(universe.every((call) => !byOther(call) || byOwn(call)))
      seen[isCovered ? 'covered' : 'not']++
    }),
    { numRuns: 500 },
  )
  expect(seen.covered).toBeGreaterThan(5)
  expect(seen.not).toBeGreaterThan(100)
})

const someGrants = fc.array(anyGrant, { maxLength: 12 })

test('a set covers what one of its rules covers, and never more than the policy index allows', () => {
  const path = fc
    .array(fc.constantFrom(...segmentOfPath.map((text) => `/${text}`)), { minLength: 1, maxLength: 7 })
    .map((segments) => segments.join(''))
  const calls = fc.array(fc.record({ path, method: fc.constantFrom(...methodsOfRequests) }), {
    minLength: 30,
    maxLength: 30,
  })
  let covered = 0
  let allowed = 0
  fc.assert(
    fc.property(someGrants, anyGrant, calls, (set, other, calls) => {
      const isCovered = createRuleCoverage(set).covers(other)
      expect(isCovered).toBe(set.some((one) => createRuleCoverage([one]).covers(other)))
      expect(createRuleCoverage([...set, other]).covers(other)).toBe(true)
      if (!isCovered) return
      covered++
      const [bySet, byOther] = [allowedBy(set), allowedBy([other])]
      for (const call of calls) {
        if (!byOther(call)) continue
        allowed++
        expect(bySet(call)).toBe(true)
      }
    }),
    { numRuns: scaled(800, 2000) },
  )
  expect(covered).toBeGreaterThan(20)
  expect(allowed).toBeGreaterThan(10)
})

test('coverage is transitive', () => {
  fc.assert(
    fc.property(someGrants, anyGrant, anyGrant, (set, middle, last) => {
      if (!createRuleCoverage(set).covers(middle) || !createRuleCoverage([middle]).covers(last)) return
      expect(createRuleCoverage(set).covers(last)).toBe(true)
    }),
    { numRuns: scaled(400, 2000) },
  )
})
