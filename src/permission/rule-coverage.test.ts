import { describe, expect, test } from 'vitest'
import { METHODS } from './method.ts'
import { createPolicyIndex } from './policy-index.ts'
import { createRuleCoverage } from './rule-coverage.ts'

interface Grant {
  readonly path: string
  readonly method: string
}

const grant = (text: string): Grant => {
  const [method = '', path = ''] = text.split(' ')
  return { method, path }
}
const covers = (set: readonly string[], wanted: string) =>
  createRuleCoverage(set.map(grant)).covers(grant(wanted))

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

describe('a big policy', () => {
  test('names and literals at each of 64 levels: a search that forgets where it was would try 2^63 ways', () => {
    const rules = Array.from({ length: 63 }, (_, i) =>
      grant(`GET ${'/a'.repeat(i)}/:x${'/a'.repeat(62 - i)}/z`),
    )
    const coverage = createRuleCoverage(rules)
    expect(coverage.covers(grant(`GET ${'/a'.repeat(63)}/z`))).toBe(true)
    expect(coverage.covers(grant(`GET ${'/a'.repeat(63)}/b`))).toBe(false)
    expect(coverage.covers(grant(`GET ${'/:x'.repeat(63)}/z`))).toBe(false)
  })

  test('a search that takes too long is given up as not covered', () => {
    const mixtures = Array.from({ length: 2 ** 10 }, (_, i) =>
      Array.from({ length: 10 }, (_, level) => (((i >> level) & 1) === 1 ? '/:x' : '/a')).join(''),
    )
    const last = '/:x'.repeat(10)
    const coverage = createRuleCoverage(
      mixtures.map((path) => grant(`${path === last ? 'GET' : 'PUT'} ${path}`)),
    )
    expect(coverage.covers(grant(`GET ${last}`))).toBe(true)
    expect(coverage.covers(grant(`GET /:x/:x${'/a'.repeat(8)}`))).toBe(true)
    expect(coverage.covers(grant(`GET ${'/a'.repeat(10)}`))).toBe(false)
  })
})
