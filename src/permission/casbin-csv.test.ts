import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatCasbinCsv, parseCasbinCsv } from './casbin-csv.ts'
import { findRuleProblem } from './policy-rule.ts'

const segment = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."aZ09-_~!&',=@"), minLength: 1, maxLength: 6 }),
  fc.constantFrom(':id', '%22', '%2C', '%E4%B8%AD'),
)
const path = fc
  .tuple(fc.array(segment, { maxLength: 4 }), fc.constantFrom('', '/*'))
  .map(([segments, end]) => segments.map((one) => `/${one}`).join('') + end || '/')
const method = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', '*')
const roleKey = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_.:-]{0,10}$/)
/** Role keys that the administration does not accept, but the format supports. */
const oddRoleKey = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1 }),
    fc.string({ unit: fc.constantFrom('"', ',', ' ', '#', 'p', '\t', '\uFEFF', '\u2028'), minLength: 1 }),
  )
  .filter((text) => !/[\r\n]/.test(text))
const rulesOf = (key: fc.Arbitrary<string>) => fc.array(fc.record({ roleKey: key, path, method }))

test('formatted rules are parsed again', () => {
  fc.assert(
    fc.property(rulesOf(fc.oneof(roleKey, oddRoleKey)), (rules) => {
      expect(rules.map(findRuleProblem).filter(Boolean)).toEqual([])
      expect(parseCasbinCsv(formatCasbinCsv(rules))).toEqual({ rules, problems: [] })
    }),
    { numRuns: 1000 },
  )
})

test('fields are quoted only if needed', () => {
  const rules = [
    { roleKey: 'editor', path: '/api/v1/order/:id', method: 'GET' },
    { roleKey: 'editor', path: '/point/1,2', method: '*' },
  ]
  expect(formatCasbinCsv(rules)).toBe('p, editor, /api/v1/order/:id, GET\np, editor, "/point/1,2", *\n')
  expect(formatCasbinCsv([])).toBe('')
  expect(formatCasbinCsv([{ roleKey: '', path: '/', method: 'GET' }])).toBe('p, "", /, GET\n')
  expect(() => formatCasbinCsv([{ roleKey: 'a\nb', path: '/', method: 'GET' }])).toThrow('a line break')
})

describe('an invalid line is reported with a correction', () => {
  test.each([
    ['p, editor, /a', 'write "p, role, path, method": four fields, and one that holds a comma in quotes'],
    ['p, editor, /a, GET,', 'four fields'],
    ['p, , /a, GET', 'four fields'],
    ['p, editor, , GET', 'four fields'],
    ['p, editor, /a, ', 'four fields'],
    ['p, editor, /a,b, GET', 'one that holds a comma in quotes'],
    ['p, editor, "/a, GET', 'put a field with a quote in it in quotes, and double the quote'],
    ['p, ed"itor, /a, GET', 'double the quote'],
    ['p, "ed"itor, /a, GET', 'double the quote'],
    ['g, alice, editor', 'only "p, role, path, method" can be imported, not "g"'],
    [`${'x'.repeat(33)}, a`, `not "${'x'.repeat(32)}"`],
    ['p, editor, /a*, GET', 'the path pattern "/a*" cannot be used'],
  ])('%s', (line, problem) => {
    const { rules, problems } = parseCasbinCsv(`\n# comment, with "a quote\n${line}\n`)
    expect(rules).toEqual([])
    expect(problems).toEqual([{ line: 3, problem: expect.stringContaining(problem) }])
  })
})

test('spaces around a field are ignored, except inside quotes; blank lines and comments are ignored', () => {
  const text =
    '\uFEFF# rules\r\n\r\n \t\r\n  # more\r\n  p ,  "ed itor " ,/a,  GET  \r\n"p","editor","/b","*"'
  expect(parseCasbinCsv(text)).toEqual({
    rules: [
      { roleKey: 'ed itor ', path: '/a', method: 'GET' },
      { roleKey: 'editor', path: '/b', method: '*' },
    ],
    problems: [],
  })
})
