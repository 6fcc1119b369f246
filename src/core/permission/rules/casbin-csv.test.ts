import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scaled } from '../../../../test/support/scale.ts'
import { findRuleProblem } from '../policy-rule.ts'
import { formatCasbinCsv, parseCasbinChange, parseCasbinCsv } from './casbin-csv.ts'

const segment = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."aZ09-_~!&',=@"), minLength: 1, maxLength: 6 }),
  fc.constantFrom(':id', '%22', '%2C', '%E4%B8%AD'),
)
const path = fc
  .tuple(fc.array(segment, { maxLength: 4 }), fc.constantFrom('', '/*'))
  .map(([segments, end]) => segments.map((one) => `/${one}`).join('') + end || '/')
const method = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', '*')
const roleKey = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_.:-]{0,10}$/)
/** No administration makes such a role; nothing here depends on that. */
const oddRoleKey = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1 }),
    fc.string({ unit: fc.constantFrom('"', ',', ' ', '#', 'p', '\t', '\uFEFF', '\u2028'), minLength: 1 }),
  )
  .filter((text) => !/[\r\n]/.test(text))
const rulesOf = (key: fc.Arbitrary<string>) => fc.array(fc.record({ roleKey: key, path, method }))

const read = (...chunks: string[]) => parseCasbinCsv(chunks, { maxRules: 1000 })

test('written rules are read back', async () => {
  await fc.assert(
    fc.asyncProperty(rulesOf(fc.oneof(roleKey, oddRoleKey)), async (rules) => {
      expect(rules.map(findRuleProblem).filter(Boolean)).toEqual([])
      expect(await read(formatCasbinCsv(rules))).toEqual({ rules, problems: [], problemCount: 0 })
    }),
    { numRuns: scaled(250, 1000) },
  )
})

test('as one would write it by hand; quotes only where they are needed', () => {
  const rules = [
    { roleKey: 'editor', path: '/api/v1/order/:id', method: 'GET' },
    { roleKey: 'editor', path: '/point/1,2', method: '*' },
  ]
  expect(formatCasbinCsv(rules)).toBe('p, editor, /api/v1/order/:id, GET\np, editor, "/point/1,2", *\n')
  expect(formatCasbinCsv([])).toBe('')
  expect(formatCasbinCsv([{ roleKey: '', path: '/', method: 'GET' }])).toBe('p, "", /, GET\n')
  expect(() => formatCasbinCsv([{ roleKey: 'a\nb', path: '/', method: 'GET' }])).toThrow('a line break')
})

describe('a line that cannot be read says what to write instead', () => {
  test.each([
    ['p, editor, /a', 'write "p, role, path, method": four fields, and one that contains a comma in quotes'],
    ['p, editor, /a, GET,', 'four fields'],
    ['p, , /a, GET', 'four fields'],
    ['p, editor, , GET', 'four fields'],
    ['p, editor, /a, ', 'four fields'],
    ['p, editor, /a,b, GET', 'one that contains a comma in quotes'],
    ['p, editor, "/a, GET', 'put a field with a quote in it in quotes, and double the quote'],
    ['p, ed"itor, /a, GET', 'double the quote'],
    ['p, "ed"itor, /a, GET', 'double the quote'],
    ['g, alice, editor', 'only "p, role, path, method" can be imported, not "g"'],
    [`${'x'.repeat(33)}, a`, `not "${'x'.repeat(32)}"`],
    ['p, editor, /a*, GET', 'the path pattern "/a*" cannot be used'],
  ])('%s', async (line, problem) => {
    const { rules, problems } = await read(`\n# comment, with "a quote\n${line}\n`)
    expect(rules).toEqual([])
    expect(problems).toEqual([
      { line: 3, problem: expect.objectContaining({ en: expect.stringContaining(problem) }) },
    ])
  })
})

test('spaces around a field do not count, within quotes they do; blank lines and comments are skipped', async () => {
  const text =
    '\uFEFF# rules\r\n\r\n \t\r\n  # more\r\n  p ,  "ed itor " ,/a,  GET  \r\n"p","editor","/b","*"'
  expect(await read(text)).toEqual({
    rules: [
      { roleKey: 'ed itor ', path: '/a', method: 'GET' },
      { roleKey: 'editor', path: '/b', method: '*' },
    ],
    problems: [],
    problemCount: 0,
  })
})

describe('limits', () => {
  const LONG_LINE = { en: 'the line has more than 16384 characters', zh: '该行超过 16384 个字符' }

  test('a line that is too long is reported, and the lines after it are read', async () => {
    const commas = ','.repeat(7_900_000)
    const { rules, problems } = await read(`p, a, /a, GET\n${commas}\r\np, a, /b, GET\n${commas}`)
    expect(rules.map(({ path: read }) => read)).toEqual(['/a', '/b'])
    expect(problems).toEqual([
      { line: 2, problem: LONG_LINE },
      { line: 4, problem: LONG_LINE },
    ])
  })

  test('a long line of the greatest permitted length is read', async () => {
    const line = 'p, a, /a, GET'.padEnd(16_384)
    expect(await read(line)).toMatchObject({ rules: [{ path: '/a' }], problemCount: 0 })
    expect(await read(`${line} `)).toMatchObject({ problems: [{ line: 1, problem: LONG_LINE }] })
  })

  test('reading stops at the greatest number of rules', async () => {
    const text = 'p, a, /a, GET\n'.repeat(3)
    const limited = await parseCasbinCsv([`${text}# comment\n\n${text}`], { maxRules: 3 })
    expect(limited.problems).toEqual([
      {
        line: 6,
        problem: { en: 'there are more than 3 rules: split the file', zh: '规则超过 3 条，请拆分文件' },
      },
    ])
    expect(await parseCasbinCsv([`${text}# comment\n`], { maxRules: 3 })).toMatchObject({ problemCount: 0 })
  })

  test('the first 100 problems are listed, all are counted', async () => {
    const { problems, problemCount } = await read('wrong\n'.repeat(250))
    expect([problems.length, problemCount]).toEqual([100, 250])
  })

  test('the event loop turns while a long text is read', async () => {
    let turns = 0
    let isRead = false
    const count = (): void => {
      turns++
      if (!isRead) setImmediate(count)
    }
    setImmediate(count)
    await read('wrong\n'.repeat(50_000))
    isRead = true
    expect(turns).toBeGreaterThanOrEqual(100)
  })
})

test('the chunk size makes no difference', async () => {
  const text = '\uFEFF# rules\r\np, a, "/a,b", GET\r\n\nwrong\n\uFEFFp, b, /b, *'
  expect(await read(...text)).toEqual(await read(text))
})

describe('a change', () => {
  const rule = { roleKey: 'editor', path: '/orders', method: 'GET' }

  test('has rules to add, with or without a plus sign, and rules to remove, with a minus sign', async () => {
    const lines = [
      '# a change',
      'p, editor, /orders, GET',
      '+ p, editor, /orders, GET',
      ' -p, editor, /orders, GET',
    ]
    expect(await parseCasbinChange([lines.join('\n')], { maxRules: 10 })).toEqual({
      add: [rule, rule],
      remove: [rule],
      problems: [],
      problemCount: 0,
    })
  })

  test.each([
    '-',
    '+ # p, editor, /orders, GET',
    '-- p, editor, /orders, GET',
    '- g, alice, editor',
    '−p, a, /b, GET',
  ])('the line %s is invalid', async (line) => {
    const { problems, add, remove } = await parseCasbinChange(['\n', line], { maxRules: 10 })
    expect(problems).toMatchObject([{ line: 2 }])
    expect([...add, ...remove]).toEqual([])
  })

  test('is limited in its rules of both kinds together', async () => {
    const { problemCount } = await parseCasbinChange(['p, a, /b, GET\n- p, a, /c, GET\n'], { maxRules: 1 })
    expect(problemCount).toBe(1)
  })
})
