import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coverageOf } from './coverage.ts'
import { METHODS } from './method.ts'
import { createPolicyIndex } from './policy-index.ts'

interface Grant {
  readonly path: string
  readonly method: string
}

const grant = (text: string): Grant => {
  const [method = '', path = ''] = text.split(' ')
  return { method, path }
}
const covers = (set: readonly string[], wanted: string) => coverageOf(set.map(grant)).covers(grant(wanted))

describe('a rule covers another', () => {
  test.each([
    // Itself, under whatever names.
    ['GET /a', 'GET /a'],
    ['GET /a/:id', 'GET /a/:name'],
    ['GET /:a/:b', 'GET /:a/:a'],
    ['* /*', '* /*'],
    ['GET /', 'GET /'],
    // One path of many.
    ['GET /a/:id', 'GET /a/b'],
    ['GET /:x/b', 'GET /a/b'],
    ['GET /a/:id/', 'GET /a/b/'],
    // Anything below: also the trailing slash, names, and what is below that.
    ['GET /*', 'GET /'],
    ['GET /*', 'GET /a/:x/*'],
    ['GET /a/*', 'GET /a/'],
    ['GET /a/*', 'GET /a/:x'],
    ['GET /a/*', 'GET /a/b/*'],
    ['GET /a/*', 'GET /a/:x/*'],
    ['GET /:x/*', 'GET /a/*'],
    // One method of all of them.
    ['* /a', 'GET /a'],
    ['* /a', 'OPTIONS /a'],
  ])('%s covers %s', (own, other) => {
    expect(covers([own], other)).toBe(true)
  })

  test.each([
    ['GET /a', 'GET /b'],
    ['GET /a', 'GET /A'],
    ['GET /a', 'GET /a/'],
    ['GET /a/', 'GET /a'],
    ['GET /a', 'GET /a/b'],
    ['GET /a', 'GET /:x'],
    ['GET /a/b', 'GET /a/:x'],
    ['GET /a', 'GET /a/*'],
    ['GET /%41a', 'GET /Aa'],
    // A name takes no empty segment, and one segment only.
    ['GET /a/:x', 'GET /a/'],
    ['GET /:x', 'GET /'],
    ['GET /a/:x', 'GET /a/b/c'],
    ['GET /a/:x', 'GET /a/:x/'],
    // Anything below is more than every name, and does not take the path itself.
    ['GET /a/:x', 'GET /a/*'],
    ['GET /a/:x/*', 'GET /a/*'],
    ['GET /a/:x/*', 'GET /a/:x'],
    ['GET /a/*', 'GET /a'],
    ['GET /a/*', 'GET /*'],
    ['GET /a/*', 'GET /:x/*'],
    ['GET /a/*', 'GET /:x/b'],
    // Another method, or more of them.
    ['GET /a', 'PUT /a'],
    ['GET /a', '* /a'],
    ['GET /a/*', '* /a/b'],
  ])('%s does not cover %s', (own, other) => {
    expect(covers([own], other)).toBe(false)
  })

  test('all methods that a rule can name are not every method: a request may have another', () => {
    const set = METHODS.map((method) => `${method} /a`)
    expect(covers(set, '* /a')).toBe(false)
    expect(createPolicyIndex([{ roleKey: 'r', ...grant('* /a') }]).allows('r', '/a', 'PROPFIND')).toBe(true)
  })

  test('a method and a path of two rules are not a rule', () => {
    expect(covers(['GET /a', 'PUT /b'], 'PUT /a')).toBe(false)
    expect(covers(['GET /a/:x', 'PUT /a/*'], 'GET /a/*')).toBe(false)
  })

  test('an empty set covers nothing', () => {
    expect(covers([], 'GET /')).toBe(false)
  })

  test('a name or method that every object has is one like others', () => {
    expect(covers(['GET /__proto__'], 'GET /constructor')).toBe(false)
    expect(covers(['GET /__proto__'], 'GET /__proto__')).toBe(true)
    expect(covers(['GET /a'], 'constructor /a')).toBe(false)
  })
})

describe('a rule that is not of our language', () => {
  const strange = ['GET /a.*', 'GET a', 'GET ', 'get /a', 'HEAD /a', 'GET /a/**']

  test.each(strange)('%s covers nothing', (own) => {
    expect(covers([own], 'GET /a')).toBe(false)
  })

  test.each(strange)('%s is not covered, not even by everything: nobody knows what it means', (other) => {
    expect(covers(['* /*', other], other)).toBe(false)
  })
})

/** `z` and `PROPFIND` are in no rule, so that they stand for everything that is in none. */
const segmentOfPath = ['', 'a', 'b', 'z']
const methodsOfRequests = [...METHODS, 'PROPFIND', '']

const segment = fc.constantFrom('/a', '/b', '/:x', '/:y')
const anyGrant: fc.Arbitrary<Grant> = fc.record({
  path: fc
    .tuple(fc.array(segment, { maxLength: 3 }), fc.constantFrom('', '', '/', '/*'))
    .map(([segments, end]) => segments.join('') + end || '/'),
  method: fc.constantFrom('GET', 'PUT', 'OPTIONS', '*'),
})

/** Every path of up to so many segments. */
function pathsUpTo(depth: number): string[] {
  if (depth === 0) return ['']
  return pathsUpTo(depth - 1).flatMap((path) =>
    path.split('/').length === depth ? [path, ...segmentOfPath.map((next) => `${path}/${next}`)] : [path],
  )
}

// Deeper than any of the patterns, by more than one: what is below is below at every depth.
const universe = pathsUpTo(5).flatMap((path) => methodsOfRequests.map((method) => ({ path, method })))

const allowedBy = (rules: readonly Grant[]) => {
  const index = createPolicyIndex(rules.map((rule) => ({ roleKey: 'r', ...rule })))
  return ({ path, method }: Grant) => index.allows('r', path, method)
}

test('one rule covers another exactly where the policy index allows all of it', () => {
  const seen = { covered: 0, not: 0 }
  fc.assert(
    fc.property(anyGrant, anyGrant, (own, other) => {
      const [byOwn, byOther] = [allowedBy([own]), allowedBy([other])]
      const isCovered = coverageOf([own]).covers(other)
      expect(isCovered).toBe(universe.every((call) => !byOther(call) || byOwn(call)))
      seen[isCovered ? 'covered' : 'not']++
    }),
    { numRuns: 500 },
  )
  expect(seen.covered).toBeGreaterThan(10)
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
      const isCovered = coverageOf(set).covers(other)
      expect(isCovered).toBe(set.some((one) => coverageOf([one]).covers(other)))
      expect(coverageOf([...set, other]).covers(other)).toBe(true)
      if (!isCovered) return
      covered++
      const [bySet, byOther] = [allowedBy(set), allowedBy([other])]
      for (const call of calls) {
        if (!byOther(call)) continue
        allowed++
        expect(bySet(call)).toBe(true)
      }
    }),
    { numRuns: 2000 },
  )
  expect(covered).toBeGreaterThan(100)
  expect(allowed).toBeGreaterThan(100)
})

test('whoever is covered by what is covered is covered: handing on hands out nothing more', () => {
  fc.assert(
    fc.property(someGrants, anyGrant, anyGrant, (set, middle, last) => {
      if (!coverageOf(set).covers(middle) || !coverageOf([middle]).covers(last)) return
      expect(coverageOf(set).covers(last)).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

describe('a big policy', () => {
  test('100,000 rules: each is found, and nothing beside them', () => {
    const rules = Array.from({ length: 100_000 }, (_, i) =>
      grant(`${METHODS[i % METHODS.length]} /api/v1/thing${i}/:id/part${i % 100}`),
    )
    const coverage = coverageOf(rules)
    expect(rules.every((rule) => coverage.covers(rule))).toBe(true)
    expect(rules.some(({ path, method }) => coverage.covers({ path: `${path}/*`, method }))).toBe(false)
    expect(rules.some(({ path }) => coverage.covers({ path, method: '*' }))).toBe(false)
  })

  test('names and literals at each of 64 levels: a search that forgets where it was would try 2^63 ways', () => {
    const rules = Array.from({ length: 63 }, (_, i) =>
      grant(`GET ${'/a'.repeat(i)}/:x${'/a'.repeat(62 - i)}/z`),
    )
    const coverage = coverageOf(rules)
    expect(coverage.covers(grant(`GET ${'/a'.repeat(63)}/z`))).toBe(true)
    expect(coverage.covers(grant(`GET ${'/a'.repeat(63)}/b`))).toBe(false)
    expect(coverage.covers(grant(`GET ${'/:x'.repeat(63)}/z`))).toBe(false)
  })

  test('every mixture of names and literals over 15 levels: a search that takes too long is given up as not covered', () => {
    const mixtures = Array.from({ length: 2 ** 15 }, (_, i) =>
      Array.from({ length: 15 }, (_, level) => (((i >> level) & 1) === 1 ? '/:x' : '/a')).join(''),
    )
    const last = '/:x'.repeat(15)
    const coverage = coverageOf(mixtures.map((path) => grant(`${path === last ? 'GET' : 'PUT'} ${path}`)))
    const wanted = '/a'.repeat(15)
    expect(coverageOf([grant(`GET ${last}`)]).covers(grant(`GET ${wanted}`))).toBe(true)
    // One call may bring twenty times as many. Looking through all of the rules for each would take a quarter of an hour.
    for (let i = 0; i < 1000; i++) expect(coverage.covers(grant(`GET ${wanted}`))).toBe(false)
    expect(coverage.covers(grant(`GET ${last}`))).toBe(true)
  })
})
