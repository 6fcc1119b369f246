import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FileProblems } from '../../../platform/cli/context/file-problem.ts'
import { readExpectations } from './expectation-file.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'castellan-expectations-'))
  file = join(folder, 'expectations.yml')
})
afterEach(() => rmSync(folder, { recursive: true }))

function problemsOf(text: string): string[] {
  writeFileSync(file, text)
  try {
    readExpectations([file])
  } catch (error) {
    if (error instanceof FileProblems) return error.problems.map(({ line, problem }) => `${line}: ${problem}`)
    throw error
  }
  return []
}

test('reads roles and users, lists and single calls, with their lines', () => {
  writeFileSync(
    file,
    [
      '# Orders',
      '- role: auditor',
      '  may: [GET /orders/7, HEAD /orders/7]',
      '  may not:',
      '    - DELETE /orders/7',
      '- user: alice',
      '  may: GET /orders',
      '',
    ].join('\n'),
  )
  const auditor = { file, subject: { roleKey: 'auditor' } }
  expect(readExpectations([file])).toEqual([
    { ...auditor, line: 3, call: { method: 'GET', path: '/orders/7' }, isAllowed: true },
    { ...auditor, line: 3, call: { method: 'HEAD', path: '/orders/7' }, isAllowed: true },
    { ...auditor, line: 5, call: { method: 'DELETE', path: '/orders/7' }, isAllowed: false },
    {
      file,
      line: 7,
      subject: { username: 'alice' },
      call: { method: 'GET', path: '/orders' },
      isAllowed: true,
    },
  ])
})

test.each([
  ['', '1: there are no expectations'],
  ['# nothing\n', '1: there are no expectations'],
  ['[]', '1: there are no expectations'],
  ['role: auditor\nmay: GET /a\n', '1: there are no expectations'],
  ['- auditor may GET /a\n', '1: an expectation must be a map'],
  ['- role: a\n', '1: the entry expects nothing'],
  ['- role: a\n  may: []\n', '2: the list is empty'],
  ['- role: a\n  user: b\n  may: GET /a\n', '1: the entry must be about a role or a user'],
  ['- may: GET /a\n', '1: the entry must be about a role or a user'],
  ['- role:\n  may: GET /a\n', '1: the value is missing'],
  ['- role: a\n  mayNot: GET /a\n  may: GET /b\n', '2: "mayNot" is not a key of an expectation'],
  ['- role: a\n  may: GET\n', '2: "GET" must be a method and a path'],
  ['- role: a\n  may: GET /a /b\n', '2: "GET /a /b" must be a method and a path'],
  ['- role: a\n  may: get /a\n', '2: the method "get" is unknown: write "GET"'],
  ['- role: a\n  may not: "* /a"\n', '2: the method "*" is unknown'],
  ['- role: a\n  may not: * /a\n', '2: a value cannot start with *'],
  ['- role: a\n  may not: GET a\n', '2: the path "a" must start with "/"'],
  ['- role: a\n  may not: GET /a?b=1\n', '2: the path "/a?b=1" must not have a query'],
  ['- role: a\n  may not: GET /a/../b\n', '2: the path "/a/../b" is not in canonical form'],
  ['- role: a\n  may not: GET /a/:id\n', '2: the path is a pattern'],
  ['- role: a\n  may not: GET /a/*\n', '2: the path is a pattern'],
  ['- role: a\n  may not: GET /a/*/b\n', '2: the path is a pattern'],
  ['- role: a\n  may: { GET: /a }\n', '2: this must be a text'],
  ['- role: a\n  role: b\n  may: GET /a\n', '2: the line (role) is written twice'],
  ['- role: &x a\n  may: GET /a\n- role: *x\n  may: GET /a\n', '3: the line uses an alias (*…)'],
  ['- role: !!str a\n  may: GET /a\n', '1: the line uses a tag'],
  ['- role: null\n  may: GET /a\n', '1: the value is missing'],
  ['- role: ~\n  may: GET /a\n', '1: the value is missing'],
  ['- role: a\n\tmay: GET /a\n', '2: the line is not valid YAML. Fix: check indentation'],
])('a mistake gets its line and the fix: %j', (text, problem) => {
  const [first, ...others] = problemsOf(text)
  expect(first).toContain(problem)
  expect(first).toMatch(/Fix: |: write /)
  expect(others).toEqual([])
})

test('all mistakes are reported, at most 100', () => {
  expect(problemsOf('- role: a\n- role: b\n  may: GET\n')).toHaveLength(2)
  expect(problemsOf('- role: a\n'.repeat(500))).toHaveLength(100)
})

test('a file that does not exist or is too large is reported', () => {
  expect(() => readExpectations([join(folder, 'none.yml')])).toThrow(
    /none.yml: the file does not exist. Fix: /,
  )
  writeFileSync(file, `# ${'x'.repeat(4 * 1024 * 1024)}`)
  expect(() => readExpectations([file])).toThrow(/is larger than 4 MB/)
})
