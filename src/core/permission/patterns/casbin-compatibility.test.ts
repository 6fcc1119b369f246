import { newEnforcer, newModelFromString, Util } from 'casbin'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scaled } from '../../../../test/support/scale.ts'
import { createPolicyIndex } from '../policy-index.ts'
import { findPatternProblem, parsePathPattern, patternMatches } from './path-pattern.ts'

/** go-admin's model. */
const MODEL = `
[request_definition]
r = sub, obj, act
[policy_definition]
p = sub, obj, act
[policy_effect]
e = some(where (p.eft == allow))
[matchers]
m = r.sub == p.sub && (keyMatch2(r.obj, p.obj) || keyMatch(r.obj, p.obj)) && (r.act == p.act || p.act == "*")
`

const casbinMatches = (path: string, pattern: string): boolean =>
  Util.keyMatch2Func(path, pattern) || Util.keyMatchFunc(path, pattern)

const indexMatches = (path: string, pattern: string): boolean =>
  createPolicyIndex([{ roleKey: 'r', path: pattern, method: 'GET' }]).allows('r', path, 'GET')

// Few literals, so that matches are frequent. Some of them are special in other syntaxes.
const literals = ['a', 'b', 'ab', 'x-y', '~', "it's", 'a=b', '%20', '%2A', '%E4%B8%AD', '__proto__']
const literal = fc.oneof({ weight: 3, arbitrary: fc.constantFrom('a', 'b') }, fc.constantFrom(...literals))
const pattern = fc
  .tuple(
    fc.array(fc.oneof(literal, fc.constantFrom(':id', ':a', ':x-1')), { maxLength: 4 }),
    fc.constantFrom('', '', '/', '/*'),
  )
  .map(([segments, end]) => segments.map((segment) => `/${segment}`).join('') + end || '/')
// Segments that only a name or `/*` can match, and paths that are not canonical.
const odd = fc.constantFrom('', ':', ':id', '*', '.', 'a.b', '$', '(a)', 'a+', '[^/]+', '.*', 'A', '/')
const path = fc
  .array(fc.oneof({ weight: 5, arbitrary: literal }, odd), { maxLength: 5 })
  .map((segments) => `/${segments.join('/')}`)
/** Creates a path that usually matches the pattern. */
const pathFor = (pattern: string) =>
  fc
    .array(literal, { minLength: 4, maxLength: 4 })
    .map((names) => pattern.replace(/:[^/]+/g, () => names.pop() ?? 'a').replace('*', names.join('/')))

test('a pattern decides as Casbin’s keyMatch2 and keyMatch do', () => {
  let decisions = 0
  let hits = 0
  const cases = pattern.chain((pattern) =>
    fc.record({
      pattern: fc.constant(pattern),
      paths: fc.array(fc.oneof({ weight: 4, arbitrary: path }, pathFor(pattern)), {
        minLength: 20,
        maxLength: 20,
      }),
    }),
  )
  fc.assert(
    fc.property(cases, ({ pattern, paths }) => {
      const parsed = parsePathPattern(pattern)
      const index = createPolicyIndex([{ roleKey: 'r', path: pattern, method: 'GET' }])
      for (const path of paths) {
        const expected = casbinMatches(path, pattern)
        if (index.allows('r', path, 'GET') !== expected || patternMatches(parsed, path) !== expected) {
          expect.fail(`${pattern} on ${path}: Casbin says ${expected}`)
        }
        decisions++
        hits += Number(expected)
      }
    }),
    { numRuns: scaled(1500, 6000) },
  )
  expect(decisions).toBeGreaterThanOrEqual(30_000)
  expect(hits / decisions).toBeGreaterThan(0.2)
  expect(hits / decisions).toBeLessThan(0.8)
})

test('a policy decides as a Casbin enforcer with go-admin’s model does', async () => {
  const enforcer = await newEnforcer(newModelFromString(MODEL))
  const method = fc.constantFrom('GET', 'PUT', 'DELETE')
  const role = fc.constantFrom('editor', 'reader')
  const rules = fc.array(
    fc.record({ roleKey: role, path: pattern, method: fc.oneof(method, fc.constant('*')) }),
    { minLength: 1, maxLength: 12 },
  )
  const call = rules.chain((rules) => {
    const aimed = fc.constantFrom(...rules).chain(({ path }) => pathFor(path))
    return fc.record({
      rules: fc.constant(rules),
      calls: fc.array(
        fc.tuple(role, fc.oneof(path, aimed), fc.oneof(method, fc.constantFrom('*', 'TRACE'))),
        {
          minLength: 12,
          maxLength: 12,
        },
      ),
    })
  })
  let decisions = 0
  let hits = 0
  await fc.assert(
    fc.asyncProperty(call, async ({ rules, calls }) => {
      enforcer.clearPolicy()
      for (const { roleKey, path, method } of rules) await enforcer.addPolicy(roleKey, path, method)
      const index = createPolicyIndex(rules)
      for (const [roleKey, path, method] of calls) {
        const expected = await enforcer.enforce(roleKey, path, method)
        expect(index.allows(roleKey, path, method), `${roleKey} ${method} ${path}`).toBe(expected)
        decisions++
        hits += Number(expected)
      }
    }),
    { numRuns: scaled(100, 400) },
  )
  expect(decisions).toBeGreaterThanOrEqual(1200)
  expect(hits / decisions).toBeGreaterThan(0.2)
  expect(hits / decisions).toBeLessThan(0.8)
})

/** The test cases of Casbin’s keyMatch and keyMatch2: path and pattern. */
const casbinRows = [
  ['/foo', '/foo'],
  ['/foo', '/foo*'],
  ['/foo', '/foo/*'],
  ['/foo/bar', '/foo'],
  ['/foo/bar', '/foo*'],
  ['/foo/bar', '/foo/*'],
  ['/foobar', '/foo'],
  ['/foobar', '/foo*'],
  ['/foobar', '/foo/*'],
  ['/bar/foo', '/foo/*'],
  ['/bar', '/ba*'],
  ['/', '/:resource'],
  ['/resource1', '/:resource'],
  ['/myid', '/:id/using/:resId'],
  ['/myid/using/myresid', '/:id/using/:resId'],
  ['/proxy/myid', '/proxy/:id/*'],
  ['/proxy/myid/', '/proxy/:id/*'],
  ['/proxy/myid/res', '/proxy/:id/*'],
  ['/proxy/myid/res/res2', '/proxy/:id/*'],
  ['/proxy/myid/res/res2/res3', '/proxy/:id/*'],
  ['/proxy/myid/res/res2/res3', '/proxy/:id/res/*'],
  ['/proxy/', '/proxy/:id/*'],
  ['/alice', '/:id'],
  ['/alice/all', '/:id/all'],
  ['/alice', '/:id/all'],
  ['/alice/all', '/:id'],
  ['/alice/all', '/:/all'],
  ['/foo/baz', '/foo/:bar'],
  ['/foo/baz', '/:foo/:bar'],
  ['/foo/baz/foo', '/foo/:bar/foo'],
  ['/baz', '/foo'],
  ['/foo', 'foo'],
  ['/foo/bar', '*'],
] as const

/** The patterns that are invalid here. Casbin does not terminate on the second. */
const refused = ['/foo*', '/:/all', '/ba*', 'foo', '*']

test.each(casbinRows)(
  'Casbin’s test case %s on %s: the same decision, or an invalid pattern',
  (path, pattern) => {
    const isRefused = findPatternProblem(pattern) !== undefined
    expect(isRefused).toBe(refused.includes(pattern))
    if (isRefused) expect(indexMatches(path, pattern)).toBe(false)
    else expect(indexMatches(path, pattern)).toBe(casbinMatches(path, pattern))
  },
)
