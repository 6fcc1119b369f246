import { setImmediate } from 'node:timers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parsePathPattern, patternMatches } from './patterns/path-pattern.ts'
import { buildPolicyIndex, createPolicyIndex } from './policy-index.ts'
import type { PolicyRule } from './policy-rule.ts'

const rule = (roleKey: string, method: string, path: string): PolicyRule => ({ roleKey, path, method })

describe('a policy index', () => {
  const index = createPolicyIndex([
    rule('editor', 'GET', '/api/v1/post'),
    rule('editor', 'PUT', '/api/v1/post/:id'),
    rule('editor', 'GET', '/api/v1/post/mine/draft'),
    rule('editor', '*', '/api/v1/media/*'),
    rule('reader', 'GET', '/api/v1/post/:slug'),
  ])

  test.each([
    ['editor', 'GET', '/api/v1/post', true],
    ['editor', 'POST', '/api/v1/post', false],
    ['editor', 'GET', '/api/v1/post/', false],
    ['editor', 'PUT', '/api/v1/post/7', true],
    ['editor', 'PUT', '/api/v1/post/mine', true],
    ['editor', 'GET', '/api/v1/post/7', false],
    ['editor', 'GET', '/api/v1/post/mine/draft', true],
    ['editor', 'DELETE', '/api/v1/media/a/b', true],
    ['editor', 'PROPFIND', '/api/v1/media/a/b', true],
    ['editor', 'PROPFIND', '/api/v1/post', false],
    ['editor', 'GET', '/api/v1/media', false],
    ['reader', 'GET', '/api/v1/post/7', true],
    ['reader', 'GET', '/api/v1/post', false],
    ['Reader', 'GET', '/api/v1/post/7', false],
    ['nobody', 'GET', '/api/v1/post', false],
    ['', 'GET', '/api/v1/post', false],
    ['editor', 'GET', '', false],
    ['editor', 'GET', 'api/v1/post', false],
    ['editor', 'GET', 'xapi/v1/post', false],
    ['editor', 'GET', 'xapi/v1/media/a', false],
    ['editor', '', '/api/v1/post', false],
  ])('%s %s %s: %s', (roleKey, method, path, expected) => {
    expect(index.allows(roleKey, path, method)).toBe(expected)
    expect(index.explain(roleKey, path, method) !== undefined).toBe(expected)
  })

  test('explains a decision by the rule as it was written', () => {
    const named = createPolicyIndex([
      rule('r', 'GET', '/a/:id'),
      rule('r', 'PUT', '/a/:name'),
      rule('r', 'GET', '/a/*'),
      rule('r', 'GET', '/a'),
    ])
    expect(named.explain('r', '/a', 'GET')).toEqual(rule('r', 'GET', '/a'))
    expect(named.explain('r', '/a/7', 'PUT')).toEqual(rule('r', 'PUT', '/a/:name'))
    expect(named.explain('r', '/a/7/8', 'GET')).toEqual(rule('r', 'GET', '/a/*'))
    expect(named.explain('r', '/a/7/8', 'PUT')).toBeUndefined()
  })

  test('an empty policy allows nothing', () => {
    const empty = createPolicyIndex([])
    expect(empty.size).toBe(0)
    expect(empty.allows('editor', '/', 'GET')).toBe(false)
  })

  test('does not change when the rules it was created from change', () => {
    const changing = { roleKey: 'r', path: '/a', method: 'GET' }
    const rules = [changing]
    const index = createPolicyIndex(rules)
    changing.path = '/*'
    rules.push({ roleKey: 'r', path: '/*', method: '*' })
    expect(index.allows('r', '/b', 'GET')).toBe(false)
    expect(index.explain('r', '/a', 'GET')).toEqual(rule('r', 'GET', '/a'))
    expect(Object.isFrozen(index)).toBe(true)
  })

  test('property names of Object.prototype are ordinary names', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
    const rules = names.map((name) => rule(name, 'GET', `/${name}`))
    const index = createPolicyIndex(rules)
    for (const role of names) {
      for (const name of names) {
        expect(index.allows(role, `/${name}`, 'GET')).toBe(role === name)
        expect(index.allows(role, '/a', name)).toBe(false)
      }
      expect(createPolicyIndex([]).allows(role, `/${role}`, 'GET')).toBe(false)
    }
  })

  test('an invalid rule allows nothing and is reported', () => {
    const index = createPolicyIndex([
      rule('r', 'GET', '/a.*'),
      rule('r', 'get', '/b'),
      rule('r', 'GET', '/:'),
      rule('r', 'GET', '/c'),
    ])
    expect(index.size).toBe(4)
    expect(index.ignored.map(({ rule }) => rule.path)).toEqual(['/a.*', '/b', '/:'])
    expect(index.ignored[1]?.problem).toContain('write "GET"')
    expect(['/a.*', '/ab', '/b', '/:'].map((path) => index.allows('r', path, 'GET'))).toEqual(
      Array(4).fill(false),
    )
    expect(index.allows('r', '/c', 'GET')).toBe(true)
  })

  test('a path may be deeper than any pattern', () => {
    const index = createPolicyIndex([
      rule('r', 'GET', `${'/a'.repeat(63)}/*`),
      rule('r', 'PUT', '/a'.repeat(64)),
    ])
    expect(index.allows('r', '/a'.repeat(63), 'GET')).toBe(false)
    expect(index.allows('r', '/a'.repeat(64), 'GET')).toBe(true)
    expect(index.allows('r', '/a'.repeat(8000), 'GET')).toBe(true)
    expect(index.allows('r', '/a'.repeat(64), 'PUT')).toBe(true)
    expect(index.allows('r', '/a'.repeat(65), 'PUT')).toBe(false)
  })
})

test('a segment longer than any literal is matched by a name only', () => {
  const index = createPolicyIndex([
    rule('r', 'GET', '/a/b'),
    rule('r', 'GET', '/a/c'),
    rule('r', 'GET', '/a/:id/d'),
    rule('s', 'GET', `/a/${'b'.repeat(1000)}`),
    rule('s', 'GET', '/a/c'),
  ])
  expect(index.allows('r', `/a/${'b'.repeat(5000)}/d`, 'GET')).toBe(true)
  expect(index.allows('r', `/a/${'b'.repeat(5000)}`, 'GET')).toBe(false)
  expect(index.allows('s', `/a/${'b'.repeat(1000)}`, 'GET')).toBe(true)
  for (const length of [999, 1001, 1024, 1025, 5000]) {
    expect(index.allows('s', `/a/${'b'.repeat(length)}`, 'GET')).toBe(false)
  }
})

describe('a policy of 300 rules', () => {
  const rules = Array.from({ length: 300 }, (_, i) =>
    rule(`role${i % 7}`, 'GET', `/api/v1/thing${i}/:id/part${i % 100}`),
  )

  test('has every rule, and none for another role', () => {
    const index = createPolicyIndex(rules)
    expect(index.size).toBe(300)
    for (const [i, { roleKey }] of rules.entries()) {
      const path = `/api/v1/thing${i}/7/part${i % 100}`
      if (!index.allows(roleKey, path, 'GET')) expect.fail(`${roleKey} may not call ${path}`)
      if (index.allows(`role${(i + 1) % 7}`, path, 'GET')) expect.fail(`another role may call ${path}`)
      if (index.allows(roleKey, `${path}0`, 'GET')) expect.fail(`${roleKey} may call ${path}0`)
    }
  })

  test('is built in batches, with other work between them, and decides the same', async () => {
    const many = Array.from({ length: 5 }, () => rules).flat()
    let isBuilding = true
    let otherWork = 0
    const work = () => {
      otherWork++
      if (isBuilding) setImmediate(work)
    }
    setImmediate(work)
    const index = await buildPolicyIndex(many)
    isBuilding = false
    expect(otherWork).toBeGreaterThanOrEqual(2)
    expect(index.size).toBe(1500)
    expect(index.allows('role0', '/api/v1/thing0/7/part0', 'GET')).toBe(true)
    expect(index.allows('role0', '/api/v1/thing0/7/part1', 'GET')).toBe(false)
  })
})

test('decides like patternMatches, for random policies', () => {
  const segment = fc.constantFrom('/a', '/b', '/ab', '/:x', '/:y')
  const pattern = fc
    .tuple(fc.array(segment, { maxLength: 4 }), fc.constantFrom('', '', '/', '/*'))
    .map(([segments, end]) => segments.join('') + end || '/')
  const rules = fc.array(
    fc.record({
      roleKey: fc.constantFrom('r', 's'),
      path: pattern,
      method: fc.constantFrom('GET', 'PUT', '*'),
    }),
    { minLength: 4, maxLength: 12 },
  )
  const path = fc
    .array(fc.constantFrom('/a', '/b', '/ab', '/c', '/:', '/'), { minLength: 1, maxLength: 5 })
    .map((segments) => segments.join(''))
  const calls = fc.array(fc.tuple(fc.constantFrom('r', 's', 't'), path, fc.constantFrom('GET', 'PUT')), {
    minLength: 10,
    maxLength: 10,
  })
  let hits = 0
  fc.assert(
    fc.property(rules, calls, (rules, calls) => {
      const index = createPolicyIndex(rules)
      for (const [roleKey, path, method] of calls) {
        const allowing = rules.filter(
          (rule) =>
            rule.roleKey === roleKey &&
            (rule.method === method || rule.method === '*') &&
            patternMatches(parsePathPattern(rule.path), path),
        )
        expect(index.allows(roleKey, path, method)).toBe(allowing.length > 0)
        const explanation = index.explain(roleKey, path, method)
        if (allowing.length > 0) expect(allowing).toContainEqual(explanation)
        else expect(explanation).toBeUndefined()
        hits += Number(allowing.length > 0)
      }
    }),
    { numRuns: 500 },
  )
  expect(hits).toBeGreaterThan(250)
})

describe('patterns with a common prefix', () => {
  const allowedBy = (patterns: readonly string[]): string[] => {
    const index = createPolicyIndex(patterns.map((path) => rule('r', 'GET', path)))
    const allowed = PATHS.filter((path) => index.allows('r', path, 'GET'))
    expect(PATHS.filter((path) => index.explain('r', path, 'GET') !== undefined)).toEqual(allowed)
    return allowed
  }
  const PATHS = [
    '',
    '/',
    '/api',
    '/api/',
    '/api/v1',
    '/api/v1x',
    '/api/v1/',
    '/api/v1/a',
    '/api/v1/a/7',
    '/api/v2/a',
    'api/v1/a',
  ]

  test('the prefix alone allows nothing', () => {
    expect(allowedBy(['/api/v1/a', '/api/v1/b'])).toEqual(['/api/v1/a'])
    expect(allowedBy(['/api/v1/a'])).toEqual(['/api/v1/a'])
    expect(allowedBy(['/api/v1'])).toEqual(['/api/v1'])
  })

  test('a pattern may end inside the prefix of another', () => {
    expect(allowedBy(['/api', '/api/v1/a'])).toEqual(['/api', '/api/v1/a'])
    expect(allowedBy(['/api/*', '/api/v1/a/b'])).toEqual(PATHS.filter((path) => path.startsWith('/api/')))
    expect(allowedBy(['/api/v1/*', '/api/v1/a/b'])).toEqual(['/api/v1/', '/api/v1/a', '/api/v1/a/7'])
  })

  test('a name and a literal may share a level', () => {
    expect(allowedBy(['/api/:version/a', '/api/v1/b'])).toEqual(['/api/v1/a', '/api/v2/a'])
    expect(allowedBy(['/api/v2/a', '/api/v1/a'])).toEqual(['/api/v1/a', '/api/v2/a'])
    expect(allowedBy(['/:any/v1/a'])).toEqual(['/api/v1/a'])
  })

  test('the prefix may be empty', () => {
    expect(allowedBy(['/', '/api/v1/a'])).toEqual(['/', '/api/v1/a'])
    expect(allowedBy(['/'])).toEqual(['/'])
    expect(allowedBy(['/*'])).toEqual(PATHS.filter((path) => path.startsWith('/')))
  })
})
