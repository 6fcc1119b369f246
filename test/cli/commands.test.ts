import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPasskeyStore } from '../../src/features/login/passkeys/passkey.store.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { bearer, call, postJson } from '../support/client.ts'
import {
  castellan,
  castellanProcess,
  folderWithSettings,
  type ServiceProcess,
  startProcess,
} from '../support/process.ts'

let folder: Awaited<ReturnType<typeof folderWithSettings>>
let service: ServiceProcess

beforeAll(async () => {
  folder = await folderWithSettings()
  service = await startProcess(folder.path, ['application.mode=dev'])
})
afterAll(async () => {
  await service.end('SIGTERM')
  await folder.remove()
})

/** Runs a command beside the running service. */
async function run(args: string[], input = ''): Promise<string> {
  const { code, output, errors } = await castellan(folder.path, args, input)
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  return output
}

async function tokenOf(username: string, password: string): Promise<string | undefined> {
  const { body } = await call(`${service.base}/login`, postJson({ username, password }))
  return typeof body.token === 'string' ? body.token : undefined
}

async function codeOf(path: string, token: string): Promise<unknown> {
  return (await call(`${service.base}${path}`, bearer(token))).body.code
}

/** Waits until a change made by a command has taken effect in the service. */
async function waitFor(check: () => Promise<void>): Promise<void> {
  await expect
    .poll(
      () =>
        check().then(
          () => true,
          () => false,
        ),
      { timeout: 120_000, interval: 50 },
    )
    .toBe(true)
}

describe('commands beside a running service', () => {
  test('a role, a user, a rule; each taken away again', async () => {
    await run(['role', 'add', 'auditor', '--name', 'Auditor', '--data-scope', '5'])
    await run(['user', 'add', 'alice', '--role', 'auditor', '--password-stdin'], 'a long enough password\n')
    const token = String(await tokenOf('alice', 'a long enough password'))
    expect(await codeOf('/role', token)).toBe(401)
    await run(['policy', 'add', 'auditor', 'GET', '/api/v1/role'])
    await waitFor(async () => expect(await codeOf('/role', token)).toBe(200))
    expect(await codeOf('/role/1', token)).toBe(401)
    await run(['policy', 'remove', 'auditor', 'GET', '/api/v1/role'])
    await waitFor(async () => expect(await codeOf('/role', token)).toBe(401))
  })

  test('a new password and a disabled user: every older token is dead', async () => {
    await run(['role', 'add', 'guest', '--name', 'Guest'])
    await run(['user', 'add', 'bob', '--role', 'guest', '--password-stdin'], 'the first password')
    const first = String(await tokenOf('bob', 'the first password'))
    expect(await codeOf('/getinfo', first)).toBe(200)
    await run(['user', 'passwd', 'bob', '--password-stdin'], 'the second password')
    await waitFor(async () => expect(await codeOf('/getinfo', first)).toBe(401))
    expect(await tokenOf('bob', 'the first password')).toBeUndefined()
    const second = String(await tokenOf('bob', 'the second password'))
    expect(await codeOf('/getinfo', second)).toBe(200)
    await run(['user', 'disable', 'bob'])
    await waitFor(async () => expect(await codeOf('/getinfo', second)).toBe(401))
    expect(await tokenOf('bob', 'the second password')).toBeUndefined()
    await run(['user', 'enable', 'bob'])
    expect(await tokenOf('bob', 'the second password')).toBeDefined()
    expect(await codeOf('/getinfo', second)).toBe(401)
  })

  test('an unknown name is answered with a similar one', async () => {
    const refusedUser = await castellan(folder.path, ['user', 'show', 'admni'])
    expect(refusedUser).toMatchObject({ code: 1, errors: expect.stringContaining('Did you mean “admin”?') })
    const refusedRole = await castellan(folder.path, ['role', 'show', 'Admin'])
    expect(refusedRole).toMatchObject({ code: 1, errors: expect.stringContaining('Did you mean “admin”?') })
    const other = await castellan(folder.path, ['user', 'show', 'somebody-else'])
    expect(other.errors).not.toContain('Did you mean')
  })

  test('logs select by how long ago, and say what has changed', async () => {
    await run(['user', 'add', 'tom', '--role', 'admin', '--password-stdin'], 'a long enough password\n')
    await run(['user', 'change', 'tom', '--email', 'tom@example.org'])
    expect(await run(['audit-log', 'list', '--target', 'tom', '--from', '24h'])).toMatch(
      /user\.update +tom +email: none → tom@example\.org$/m,
    )
    expect(await run(['audit-log', 'list', '--target', 'tom', '--to', '24h'])).not.toContain('user.update')
    expect(await castellan(folder.path, ['audit-log', 'list', '--from', '24 hours'])).toMatchObject({
      code: 2,
      errors: expect.stringContaining('such as 30m, 24h or 7d'),
    })
    await run(['user', 'delete', 'tom'])
  })

  test('departments are a tree, and users are listed with their department', async () => {
    await run(['dept', 'add', 'Company'])
    await run(['dept', 'add', 'Sales', '--parent', '1'])
    await run(['dept', 'add', 'Works', '--parent', '0'])
    await run(['dept', 'add', 'North', '--parent', '2'])
    expect(await run(['dept', 'list'])).toMatch(/Company .*\n.* {3}Sales .*\n.* {5}North .*\n.* Works /)
    expect(JSON.parse(await run(['dept', 'list', '--json']))).toMatchObject([
      { deptName: 'Company' },
      { deptName: 'Works' },
      { deptName: 'Sales' },
      { deptName: 'North' },
    ])
    await run(
      [
        'user',
        'add',
        'nora',
        '--role',
        'admin',
        '--department',
        '4',
        '--nick-name',
        'Nora North',
        '--password-stdin',
      ],
      'a long enough password\n',
    )
    expect(await run(['user', 'list', '--name', 'nora'])).toMatch(
      /nora +Nora North +admin +North \(4\) +enabled +never/,
    )
    const shown = await run(['user', 'show', 'nora'])
    expect(shown).toMatch(/^login methods +all$/m)
    expect(shown).toMatch(/^department +North \(4\)$/m)
    expect(shown).not.toMatch(/roleId|formerRole|loginMethods|revision/)
    await run(['user', 'delete', 'nora'])
    await run(['dept', 'delete', '4', '2', '1', '3'])
  })

  test('disabling and deleting a user names the service accounts that stop', async () => {
    await run(['role', 'add', 'robot', '--name', 'Robot'])
    await run(['user', 'add', 'dora', '--role', 'robot', '--password-stdin'], 'a long enough password\n')
    await run(['user', 'change', 'dora', '--data-scope', 'all'])
    await run(['service-account', 'add', 'dora-bot', '--role', 'robot', '--owner', 'dora'])
    const stopped = 'service accounts that can no longer log in: dora-bot\n'
    expect(await run(['user', 'disable', 'dora'])).toContain(`disabled user dora\n${stopped}`)
    expect(await run(['service-account', 'show', 'dora-bot'])).toContain('enabled, its owner has no access')
    expect(await run(['user', 'enable', 'dora'])).toBe('enabled user dora\n')
    expect(await run(['user', 'delete', 'dora'])).toContain(`deleted dora\n${stopped}`)
    await run(['user', 'delete', 'dora-bot'])
  })

  test('passkeys of a user are listed, and removed with the sessions of the user', async () => {
    await run(['user', 'add', 'carol', '--role', 'admin', '--password-stdin'], 'a long enough password\n')
    const token = String(await tokenOf('carol', 'a long enough password'))
    const { userId } = JSON.parse(await run(['user', 'show', 'carol', '--json']))
    const { database, close } = await openDatabase(`sqlite:${join(folder.path, 'data', 'castellan.db')}`)
    const passkey = { credentialId: 'Y3JlZA', publicKey: 'a2V5', userHandle: 'aGFuZGxl', transports: [] }
    const id = await createPasskeyStore(database)
      .insert({ ...passkey, userId, name: 'Phone', counter: 0, aaguid: '', backedUp: true }, Date.now())
      .finally(close)

    expect(await run(['user', 'passkeys', 'carol'])).toMatch(/^ID +NAME .*\n\d+ +Phone +yes .* never\n$/)
    const shown = { id, name: 'Phone', backedUp: true, lastUsedAt: null }
    expect(JSON.parse(await run(['user', 'passkeys', 'carol', '--json']))).toMatchObject([shown])
    const unknown = await castellan(folder.path, ['user', 'remove-passkey', 'admin', String(id)])
    expect([unknown.code, unknown.errors]).toEqual([1, expect.stringContaining('passkey')])
    expect(await run(['user', 'remove-passkey', 'carol', String(id)])).toBe(
      `removed passkey ${id} (Phone) of user carol\n`,
    )
    expect(JSON.parse(await run(['user', 'passkeys', 'carol', '--json']))).toEqual([])
    await waitFor(async () => expect(await codeOf('/getinfo', token)).toBe(401))
    // A second admin would change what the tests below may do.
    await run(['user', 'disable', 'carol'])
  })

  test('lists, for people and as JSON', async () => {
    expect(await run(['user', 'list'])).toMatch(
      /^ID +NAME +DISPLAY NAME +ROLE +DEPARTMENT +STATUS +LAST LOGIN +CREATED\n1 +admin +admin +enabled /,
    )
    const users = JSON.parse(await run(['user', 'list', '--json']))
    expect(users[0]).toMatchObject({ userId: 1, username: 'admin', status: '2' })
    expect(JSON.stringify(users)).not.toMatch(/argon2|hash/i)
    expect(JSON.parse(await run(['role', 'list', '--json']))[0]).toMatchObject({ roleKey: 'admin' })
    expect(JSON.parse(await run(['policy', 'list', '--json']))).toBeInstanceOf(Array)
    expect(JSON.parse(await run(['migrate', '--json']))).toEqual({ applied: [] })
  })

  test('import: all rows or none, with a line for each bad one', async () => {
    await run(['role', 'add', 'importer', '--name', 'Importer'])
    const file = join(folder.path, 'policy.csv')
    await writeFile(
      file,
      'p, importer, /api/v1/a, GET\np, importer, /api/{id}, GET\ng, alice, importer\np, importer, /b\n',
    )
    const bad = await castellan(folder.path, ['policy', 'import', file])
    expect(bad.code).toBe(1)
    expect(bad.errors.split('\n')[0]).toMatch(/^line 2: .*:id/)
    expect(bad.errors).toMatch(/line 3: .*\nline 4: .*\n.*nothing was done: 3 bad of 4 lines/)
    expect(JSON.parse(await run(['policy', 'list', '--role', 'importer', '--json']))).toEqual([])
    await writeFile(file, '# rules\r\np, importer, /api/v1/a, GET\r\n\r\np,"importer","/api/v1/b/:id",*\r\n')
    expect(JSON.parse(await run(['policy', 'import', file, '--json']))).toMatchObject({ added: 2, read: 2 })
    expect(JSON.parse(await run(['policy', 'import', file, '--json']))).toMatchObject({ added: 0, read: 2 })
  })
})

describe('bad input changes nothing and is answered in one line', () => {
  test.each([
    [
      'an unknown role',
      ['user', 'add', 'x', '--role', 'nobody', '--password-stdin'],
      /Role "nobody" does not exist/,
    ],
    ['a name that is taken', ['user', 'add', 'Admin', '--role', 'admin', '--password-stdin'], /already/],
    ['an empty name', ['user', 'add', '', '--role', 'admin', '--password-stdin'], /1 to 64 characters/],
    ['an unknown user', ['user', 'disable', 'nobody'], /User "nobody" does not exist/],
    ['the last admin', ['user', 'disable', 'admin'], /last enabled admin/],
    ['a role key that is taken', ['role', 'add', 'admin', '--name', 'x'], /already/],
    ['a bad role key', ['role', 'add', 'a b', '--name', 'x'], /roleKey must have/],
    ['a bad data scope', ['role', 'add', 'c', '--name', 'x', '--data-scope', '9'], /dataScope must be/],
    ['a bad method', ['policy', 'add', 'admin', 'get', '/a'], /GET/],
    ['a bad path', ['policy', 'add', 'admin', 'GET', 'a'], /\/a/],
    ['a rule that is not there', ['policy', 'remove', 'admin', 'GET', '/never'], /does not exist/],
    ['a file that is not there', ['policy', 'import', 'nowhere.csv'], /nowhere\.csv/],
  ])('%s', async (_, args, line) => {
    const { code, output, errors } = await castellan(folder.path, args, 'a password that will do')
    expect(code).toBe(1)
    expect(output).toBe('')
    expect(errors.trim().split('\n')).toHaveLength(1)
    expect(errors).toMatch(line)
  })

  test('without a terminal and without --password-stdin, nothing hangs', async () => {
    const { code, errors } = await castellanProcess(folder.path, ['user', 'passwd', 'admin'])
    expect(code).toBe(1)
    expect(errors).toContain('--password-stdin')
  })

  test('errors come as JSON where JSON was asked for', async () => {
    const { errors } = await castellan(folder.path, ['user', 'disable', 'nobody', '--json'])
    expect(JSON.parse(errors)).toEqual({ error: expect.stringContaining('nobody') })
  })
})

describe('help and version', () => {
  test('without arguments, the help is on standard output, with the first step', async () => {
    const { code, output, errors } = await castellanProcess(folder.path, [])
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(output).toMatch(/^Usage: castellan .*First step:\n {2}castellan serve\n/s)
  })

  test('--help of a command', async () => {
    expect(await run(['user', 'list', '--help'])).toMatch(/^Usage: castellan user list /)
  })

  test('the version, as text and as JSON', async () => {
    const { version } = JSON.parse(await run(['version', '--json']))
    expect(await run(['--version'])).toBe(`${version}\n`)
    expect(await run(['version'])).toMatch(`castellan ${version} (Node.js ${process.version}, `)
  })

  test('wrong usage exits with 2 and one line, as JSON if asked for', async () => {
    const { code, output, errors } = await castellanProcess(folder.path, ['user', 'lst'])
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(errors).toBe("error: unknown command 'lst' (did you mean list?) (see castellan user --help)\n")
    const asJson = await castellan(folder.path, ['user', 'list', '--limit', '0', '--json'])
    expect(asJson.code).toBe(2)
    expect(JSON.parse(asJson.errors)).toEqual({ error: expect.stringContaining('--limit') })
  })
})
