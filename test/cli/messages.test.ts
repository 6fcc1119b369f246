import { execFile } from 'node:child_process'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { castellan, folderWithSettings, program, refusedStart } from '../support/process.ts'

const folder = await folderWithSettings()
afterAll(folder.remove)
await castellan(folder.path, ['migrate'])

test.each([
  [['help', 'nosuchtopic'], "unknown command 'nosuchtopic' (see castellan --help)"],
  [['user', 'help', 'nope'], "unknown command 'nope' (see castellan user --help)"],
  [['help', 'user', 'nosuchtopic'], "unknown command 'nosuchtopic' (see castellan user --help)"],
  [['help', 'user', 'ad'], "unknown command 'ad' (did you mean add?) (see castellan user --help)"],
  [['help', 'user', 'add', 'nope'], "unknown command 'nope' (see castellan user add --help)"],
  [['user', 'help', 'add', 'nope'], "unknown command 'nope' (see castellan user add --help)"],
  [['user', 'nosuchtopic', '--help'], "unknown command 'nosuchtopic' (see castellan user --help)"],
  [['nosuchtopic', '--help'], "unknown command 'nosuchtopic' (see castellan --help)"],
  [['user', 'list', '--set', 'jwt.secret', 'hidden'], 'jwt.secret has no value: write --set jwt.secret=…'],
  [
    ['policy', 'add', 'auditor', '/x', 'GET'],
    'method and path are swapped: write castellan policy add auditor GET /x',
  ],
  [
    ['policy', 'add', 'GET', 'auditor', '/x'],
    'role and method are swapped: write castellan policy add auditor GET /x',
  ],
  [
    ['policy', 'remove', '/x', 'get', 'auditor'],
    'role and path are swapped: write castellan policy remove auditor get /x',
  ],
  [
    ['policy', 'add', '/x', 'auditor', '*'],
    'the arguments are in the wrong order: write castellan policy add auditor * /x',
  ],
  [
    ['policy', 'explain', '--user', 'a', '/x', 'GET'],
    'method and path are swapped: write castellan policy explain --user a GET /x',
  ],
])('wrong usage says what to write: %j', async (args, message) => {
  const { code, output, errors } = await castellan(folder.path, args)
  expect({ code, output }).toEqual({ code: 2, output: '' })
  expect(errors).toContain(`error: `)
  expect(errors).toContain(message)
  expect(errors).not.toContain('hidden')
})

test.each([
  [['--port', '9000'], "unknown option '--port': write --set application.port=…"],
  [['--set', 'port=9000'], 'write --set application.port=…'],
  [['--set', 'application.port', '9000'], 'application.port has no value: write --set application.port=…'],
])('wrong usage of serve says what to write: %j', async (args, message) => {
  const { code, output, errors } = await refusedStart(folder.path, args)
  expect({ code, output }).toEqual({ code: 2, output: '' })
  expect(errors).toContain(`error: `)
  expect(errors).toContain(message)
})

test('the help of a known topic, and of a group without a topic, is not an error', async () => {
  for (const args of [['help', 'user'], ['user', 'help', 'add'], ['help'], ['user'], ['user', 'help']]) {
    expect({ args, ...(await castellan(folder.path, args)) }).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Usage: castellan/),
      errors: '',
    })
  }
})

test.each([
  [['help', 'user', 'add'], 'castellan user add'],
  [['help', 'user'], 'castellan user'],
  [['help', 'policy', 'list'], 'castellan policy list'],
  [['user', 'help', 'add'], 'castellan user add'],
  [['user', 'add', 'alice', '--help'], 'castellan user add'],
  [['help', 'help'], 'castellan'],
  [['--config', 'x.yml', '--help'], 'castellan'],
  [['help', 'serve'], 'castellan serve'],
])('%j prints the help of %s', async (args, command) => {
  const { code, output } = await castellan(folder.path, args)
  expect({ code, first: output.split('\n')[0] }).toEqual({
    code: 0,
    first: expect.stringMatching(new RegExp(`^Usage: ${command} (\\[|<)`)),
  })
})

test('the role, or the user, is checked before the password is read', async () => {
  // Without a terminal and without --password-stdin, reading the password fails.
  expect(await castellan(folder.path, ['user', 'add', 'bob', '--role', 'nope'])).toMatchObject({
    code: 1,
    errors: 'error: Role "nope" does not exist.\n',
  })
  const { errors } = await castellan(folder.path, ['user', 'passwd', 'nobody'])
  expect(errors).toContain('nobody')
  expect(errors).not.toContain('terminal')
})

test('"-" is standard input for every import', async () => {
  await castellan(folder.path, ['role', 'add', 'clerk', '--name', 'Clerk'])
  const hash = '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy'
  const users = `username,roleKey,passwordHash\nerin,clerk,${hash}\n`
  expect(await castellan(folder.path, ['user', 'import', '-'], users)).toMatchObject({
    code: 0,
    output: expect.stringContaining('1 user added'),
  })
  expect(await castellan(folder.path, ['policy', 'import', '-'], 'p, clerk, /orders, GET\n')).toMatchObject({
    code: 0,
    output: expect.stringContaining('1 rule added'),
  })
})

test('an older Node.js is named with the needed version, instead of a stack trace', async () => {
  const { engines } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
  const needed = String(engines.node).replace('>=', '')
  for (const [version, found] of [
    ['18.20.4', '18'],
    ['20.18.3', '20.18'],
  ] as const) {
    const preload = join(folder.path, 'older-node.mjs')
    await writeFile(
      preload,
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`,
    )
    const result = await new Promise((resolve) => {
      execFile(process.execPath, ['--import', preload, program, 'serve'], (error, output, errors) =>
        resolve({ code: error?.code, output, errors }),
      )
    })
    expect(result).toEqual({
      code: 2,
      output: '',
      errors: `error: Node ${found} is too old: Castellan needs Node ${needed} or newer. Fix: install it from https://nodejs.org\n`,
    })
  }
})

describe('an error of the database or a folder names the setting and where it was set', () => {
  const SERVER = 'postgres://castellan:hidden-password@127.0.0.1:1/castellan'

  test('a server that cannot be reached', async () => {
    const path = join(folder.path, 'server')
    await mkdir(path)
    await writeFile(join(path, 'settings.yml'), `database:\n  url: ${SERVER}\n`, { mode: 0o600 })
    const fromFile = 'error: database.url (settings.yml line 2): the database cannot be reached: '
    for (const args of [
      ['user', 'list'],
      ['serve', '--set', 'application.port=0'],
    ]) {
      const { code, errors } = await castellan(path, args)
      expect({ args, code }).toEqual({ args, code: 1 })
      expect(errors).toContain(fromFile)
      expect(errors).not.toContain('hidden-password')
    }
    const { errors } = await castellan(folder.path, ['migrate'], '', { CASTELLAN_DATABASE_URL: SERVER })
    expect(errors).toContain('error: database.url (variable CASTELLAN_DATABASE_URL): the database cannot')
  })

  test('a database that does not exist', async () => {
    const args = ['user', 'list', '--set', 'database.url=sqlite:none.db']
    expect((await castellan(folder.path, args)).errors).toContain(
      'error: database.url (flag --set): the database ',
    )
    const other = ['user', 'list', '--set', 'application.dataDir=none']
    expect((await castellan(folder.path, other)).errors).toContain(
      'error: application.dataDir (flag --set): the ',
    )
  })

  // A file in place of the folder fails for every user, also for root; a folder without permission only for others.
  test('a folder that cannot be used', async () => {
    const file = join(folder.path, 'file')
    await writeFile(file, '')
    const denied = join(folder.path, 'denied')
    await mkdir(denied)
    await chmod(denied, 0o555)
    const isRoot = process.getuid?.() === 0
    for (const [path, code] of [[file, 'ENOTDIR'], ...(isRoot ? [] : [[denied, 'EACCES']])]) {
      for (const [args, key] of [
        [
          ['serve', '--set', 'application.port=0', '--set', `application.dataDir=${path}/data`],
          'application.dataDir',
        ],
        [['migrate', '--set', `database.url=sqlite:${path}/data/x.db`], 'database.url'],
        [['key', 'rotate', '--set', `jwt.keys=${path}/keys`], 'jwt.keys'],
      ] as const) {
        // The folder of the keys has its own message.
        if (key === 'jwt.keys' && code === 'ENOTDIR') continue
        const { errors } = await castellan(folder.path, args)
        expect(errors).toContain(
          `the folder ${path} cannot be used (${code}). It comes from ${key} (flag --set). Fix: give it to the user of the service (chown), or set ${key} to another folder`,
        )
      }
    }
  })
})
