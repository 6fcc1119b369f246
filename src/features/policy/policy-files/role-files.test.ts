import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FileProblems } from '../../../platform/cli/context/file-problem.ts'
import { readRoleFiles } from './role-files.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'castellan-roles-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(name: string, text: string): string {
  const file = join(folder, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

const roleText = (roleKey: string, ...lines: string[]): string =>
  [
    `  - roleKey: ${roleKey}`,
    `    roleName: Name of ${roleKey}`,
    '    dataScope: own',
    ...(lines.some((line) => line.startsWith('rules:')) ? [] : ['    rules: []']),
    ...lines.map((line) => `    ${line}`),
    '',
  ].join('\n')
const fileText = (...roles: string[]): string => `roles:\n${roles.join('')}`

function problemsOf(path = folder): string[] {
  try {
    readRoleFiles(path)
  } catch (error) {
    if (!(error instanceof FileProblems)) throw error
    return error.problems.map(
      ({ file, line, problem }) => `${file.slice(folder.length + 1)}:${line}: ${problem}`,
    )
  }
  return []
}

test('merges all YAML files of a folder, in the order of their names', () => {
  write('b.yml', fileText(roleText('clerk', 'status: disabled', 'remark: "Nights: only"')))
  write('a/orders.yaml', fileText(roleText('auditor', 'rules:', '  - GET /orders/:id', '  - "* /files/*"')))
  write('.hidden/x.yml', 'not: read')
  write('README.md', 'not read')
  expect(readRoleFiles(folder)).toEqual([
    {
      roleKey: 'auditor',
      roleName: 'Name of auditor',
      dataScope: '5',
      deptIds: [],
      status: '2',
      remark: '',
      rules: [
        { method: 'GET', path: '/orders/:id' },
        { method: '*', path: '/files/*' },
      ],
    },
    {
      roleKey: 'clerk',
      roleName: 'Name of clerk',
      dataScope: '5',
      deptIds: [],
      status: '1',
      remark: 'Nights: only',
      rules: [],
    },
  ])
})

test('reads a single file, and follows links to files but not to folders', () => {
  const file = write('elsewhere/a.yml', fileText(roleText('auditor')))
  expect(readRoleFiles(file)).toMatchObject([{ roleKey: 'auditor' }])
  mkdirSync(join(folder, 'linked'))
  symlinkSync(file, join(folder, 'linked', 'a.yml'))
  symlinkSync(folder, join(folder, 'linked', 'loop'))
  expect(readRoleFiles(join(folder, 'linked'))).toMatchObject([{ roleKey: 'auditor' }])
})

test('a key that looks like a number is the text as written', () => {
  write('a.yml', 'roles: [{ roleKey: 007, roleName: 1.50, dataScope: all, rules: [] }]')
  expect(readRoleFiles(folder)).toMatchObject([{ roleKey: '007', roleName: '1.50' }])
})

test('a role with the data scope custom lists its departments', () => {
  const custom = roleText('a', 'deptIds: [9, 7, 9]').replace('own', 'custom')
  write('a.yml', fileText(custom))
  expect(readRoleFiles(folder)).toMatchObject([{ dataScope: '2', deptIds: [7, 9] }])
})

test.each([
  [
    fileText(roleText('a').replace('own', 'custom')),
    'a.yml:2: a role with the data scope "custom" has no deptIds. Fix: add the key deptIds',
  ],
  [fileText(roleText('a', 'deptIds: [0]')), 'a.yml:6: "0" is not the number of a department'],
  [fileText(roleText('a', 'deptIds: [Sales]')), 'a.yml:6: "Sales" is not the number of a department'],
  [fileText(roleText('admin')), 'a.yml:2: the role "admin" cannot be managed with files'],
  [fileText(roleText('a b')), 'a.yml:2: roleKey must have 1 to 64 of the characters'],
  [fileText(roleText('a', 'dataScop: all')), 'a.yml:6: "dataScop" is not a key of a role'],
  [fileText(roleText('a', 'status: off')), 'a.yml:6: "off" is unknown. Fix: write one of enabled, disabled'],
  [
    fileText(roleText('a', 'remark: "a\\nb"')),
    'a.yml:6: remark must have at most 1024 characters, on one line',
  ],
  ['roles: [{ roleKey: a, roleName: A, rules: [] }]', 'a.yml:1: a role has no dataScope'],
  ['roles: [{ roleKey: a, roleName: A, dataScope: all }]', 'a.yml:1: a role has no rules'],
  [
    'roles: [{ roleKey: a, roleName: A, dataScope: 1, rules: [] }]',
    'a.yml:1: "1" is unknown. Fix: write one of all',
  ],
  [fileText(roleText('a', 'rules: GET /a')), 'a.yml:5: this must be a list'],
  [fileText(roleText('a', 'rules:', '  - GET')), 'a.yml:6: "GET" must be a method and a path'],
  [
    fileText(roleText('a', 'rules:', '  - HEAD /a')),
    'a.yml:6: the method "HEAD" cannot be used: write "GET"',
  ],
  [
    fileText(roleText('a', 'rules:', '  - GET /a/{id}')),
    'a.yml:6: the path pattern "/a/{id}" cannot be used: write ":id"',
  ],
  [
    fileText(roleText('a', 'rules:', '  - * /a')),
    'a.yml:6: a value cannot start with *. Fix: put it in quotes',
  ],
  [
    fileText(roleText('a', 'rules:', '  - GET /a', '  - GET  /a')),
    'a.yml:7: the rule "GET /a" is already in ',
  ],
  ['- roleKey: a\n', 'a.yml:1: a role file must be a map. Fix: write the keys roles'],
  ['', 'a.yml:1: a role file must be a map. Fix: write the keys roles'],
  ['roles:\n', 'a.yml:1: this must be a list'],
  ['roles: []\n', ':0: there are no roles in it'],
  ['roles: [', 'a.yml:1: the line is not valid YAML. Fix: '],
])('a mistake gets its line and the fix: %j', (text, problem) => {
  write('a.yml', text)
  const [first, ...others] = problemsOf()
  expect(first).toContain(problem)
  expect(others).toEqual([])
})

test('a role in two files is an error that names both places', () => {
  const first = write('a.yml', fileText(roleText('auditor'), roleText('clerk')))
  write('b.yml', fileText(roleText('clerk')))
  expect(problemsOf()).toEqual([
    `b.yml:2: the role "clerk" is already in ${first}:6. Fix: write it in one place`,
  ])
})

test('a folder without files, or that does not exist, is an error', () => {
  expect(problemsOf()).toEqual([
    ':0: there are no .yml files in the folder. Fix: correct its path, or add a file',
  ])
  expect(problemsOf(join(folder, 'none'))[0]).toContain('none:0: the file or folder does not exist')
})

test('null is a missing value and not a text', () => {
  write('a.yml', fileText(roleText('null', 'remark: null')))
  expect(problemsOf().filter((problem) => problem.includes('the value is missing'))).toHaveLength(2)
  write('a.yml', fileText(roleText('"null"')))
  expect(readRoleFiles(folder)).toMatchObject([{ roleKey: 'null' }])
})

test.skipIf(process.platform === 'win32')('a named pipe in the folder is refused without reading it', () => {
  write('a.yml', fileText(roleText('auditor')))
  execFileSync('mkfifo', [join(folder, 'x.yml')])
  expect(problemsOf()).toEqual(['x.yml:0: this is not a regular file. Fix: remove it'])
})
