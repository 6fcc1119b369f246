import { describe, expect, test } from 'vitest'
import { METHODS } from '../../../platform/http/call/method.ts'
import { createPolicyIndex } from '../policy-index.ts'
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
    // Equivalent patterns.
    ['GET /a', 'GET /a'],
    ['GET /a/:id', 'GET /a/:name'],
    ['GET /:a/:b', 'GET /:a/:a'],
    ['* /*', '* /*'],
    ['GET /', 'GET /'],
    // One of several paths.
    ['GET /a/:id', 'GET /a/b'],
    ['GET /:x/b', 'GET /a/b'],
    ['GET /a/:id/', 'GET /a/b/'],
    // Everything below: also a trailing slash, names, and `/*`.
    ['GET /*', 'GET /'],
    ['GET /*', 'GET /a/:x/*'],
    ['GET /a/*', 'GET /a/'],
    ['GET /a/*', 'GET /a/:x'],
    ['GET /a/*', 'GET /a/b/*'],
    ['GET /a/*', 'GET /a/:x/*'],
    ['GET /:x/*', 'GET /a/*'],
    // One of all methods.
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
    // A name matches exactly one non-empty segment.
    ['GET /a/:x', 'GET /a/'],
    ['GET /:x', 'GET /'],
    ['GET /a/:x', 'GET /a/b/c'],
    ['GET /a/:x', 'GET /a/:x/'],
    // `/*` matches more than names, and not the path itself.
    ['GET /a/:x', 'GET /a/*'],
    ['GET /a/:x/*', 'GET /a/*'],
    ['GET /a/:x/*', 'GET /a/:x'],
    ['GET /a/*', 'GET /a'],
    ['GET /a/*', 'GET /*'],
    ['GET /a/*', 'GET /:x/*'],
    ['GET /a/*', 'GET /:x/b'],
    // Another method, or more methods.
    ['GET /a', 'PUT /a'],
    ['GET /a', '* /a'],
    ['GET /a/*', '* /a/b'],
  ])('%s does not cover %s', (own, other) => {
    expect(covers([own], other)).toBe(false)
  })

  test('all methods that a rule can name do not cover every method', () => {
    const set = METHODS.map((method) => `${method} /a`)
    expect(covers(set, '* /a')).toBe(false)
    expect(createPolicyIndex([{ roleKey: 'r', ...grant('* /a') }]).allows('r', '/a', 'PROPFIND')).toBe(true)
  })

  test('the method of one rule and the path of another are not combined', () => {
    expect(covers(['GET /a', 'PUT /b'], 'PUT /a')).toBe(false)
    expect(covers(['GET /a/:x', 'PUT /a/*'], 'GET /a/*')).toBe(false)
  })

  test('an empty set covers nothing', () => {
    expect(covers([], 'GET /')).toBe(false)
  })

  test('property names of Object.prototype are ordinary names', () => {
    expect(covers(['GET /__proto__'], 'GET /constructor')).toBe(false)
    expect(covers(['GET /__proto__'], 'GET /__proto__')).toBe(true)
    expect(covers(['GET /a'], 'constructor /a')).toBe(false)
  })
})

describe('an invalid rule', () => {
  const invalid = ['GET /a.*', 'GET a', 'GET ', 'get /a', 'HEAD /a', 'GET /a/**']

  test.each(invalid)('%s covers nothing', (own) => {
    expect(covers([own], 'GET /a')).toBe(false)
  })

  test.each(invalid)('%s is not covered, not even by a rule for everything', (other) => {
    expect(covers(['* /*', other], other)).toBe(false)
  })
})

describe('a hostile policy', () => {
  test('names and literals at each of 64 levels: the search is not exponential', () => {
    const rules = Array.from({ length: 63 }, (_, i) =>
      grant(`GET ${'/a'.repeat(i)}/:x${'/a'.repeat(62 - i)}/z`),
    )
    const coverage = createRuleCoverage(rules)
    expect(coverage.covers(grant(`GET ${'/a'.repeat(63)}/z`))).toBe(true)
    expect(coverage.covers(grant(`GET ${'/a'.repeat(63)}/b`))).toBe(false)
    expect(coverage.covers(grant(`GET ${'/:x'.repeat(63)}/z`))).toBe(false)
  })

  test('a search that exceeds the limit ends with “not covered”', () => {
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
