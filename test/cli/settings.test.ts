import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../src/platform/database/database.ts'
import { engineOf } from '../../src/platform/database/engines.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { castellan, temporaryFolder } from '../support/process.ts'

const SECRET = 'k3Jq-9fW_2bXz7Lm0RtVn5YcPd8HsEa1uGo4'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

test('castellan settings prints every value with its source, and masks secrets', async () => {
  await writeFile(join(folder.path, 'settings.yml'), `jwt:\n  secret: ${SECRET}\n`, { mode: 0o600 })
  const args = ['settings', '--set', 'application.port=9000']
  const env = { CASTELLAN_DATABASE_URL: 'postgres://castellan:hidden-password@db/castellan' }
  const table = await castellan(folder.path, args, '', env)
  expect(table).toMatchObject({ code: 0, errors: '' })
  expect(table.output).toMatch(/^SETTING +VALUE +SOURCE\n/)
  expect(table.output).toMatch(/^application\.port +9000 +flag --set$/m)
  expect(table.output).toMatch(/^jwt\.secret +\*\*\* +settings\.yml line 2$/m)
  expect(table.output).toMatch(
    /^database\.url +postgres:\/\/castellan:\*\*\*@db\/castellan +variable CASTELLAN_DATABASE_URL$/m,
  )
  expect(table.output).toMatch(/^redis\.url +"" +default$/m)

  const json = await castellan(folder.path, [...args, '--json'], '', env)
  expect(JSON.parse(json.output)).toContainEqual({
    key: 'application.port',
    value: 9000,
    source: 'flag --set',
  })
  for (const hidden of [SECRET, 'hidden-password']) {
    expect(table.output + json.output).not.toContain(hidden)
  }
})

test('a command without any settings says so, except as JSON', async () => {
  const note = `note: there is no settings.yml in ${folder.path}: the defaults apply\n`
  expect(await castellan(folder.path, ['key', 'list'])).toMatchObject({ code: 0, errors: note })
  expect(await castellan(folder.path, ['migrate'])).toMatchObject({ code: 0, errors: note })
  expect(await castellan(folder.path, ['user', 'list'])).toMatchObject({ code: 0, errors: note })
  expect(await castellan(folder.path, ['key', 'list', '--json'])).toMatchObject({ code: 0, errors: '' })
  expect(await castellan(folder.path, ['key', 'list', '--set', 'jwt.keys=k'])).toMatchObject({ errors: '' })
  const env = { CASTELLAN_JWT_KEYS: 'k' }
  expect(await castellan(folder.path, ['key', 'list'], '', env)).toMatchObject({ errors: '' })
})

test('commands need only the settings that they use; the service needs all of them', async () => {
  const yaml = [
    'gateway:',
    '  upstreams: [{prefix: /api/v1/orders, url: "http://127.0.0.1:9000"}]',
    'login:',
    '  methods: [password, ldap]',
  ]
  await writeFile(join(folder.path, 'settings.yml'), yaml.join('\n'))
  await writeFile(join(folder.path, 'expectations.yml'), '- role: admin\n  may: [GET /api/v1/orders/7]\n')
  for (const args of [
    ['migrate'],
    ['role', 'add', 'clerk', '--name', 'Clerk'],
    ['backup', 'backup.db'],
    ['export', 'roles'],
    ['apply', 'roles', '--check'],
    ['policy', 'test', 'expectations.yml'],
    ['routes'],
    ['routes', '--write', 'routes.lock'],
    ['user', 'list'],
  ]) {
    expect({ args, ...(await castellan(folder.path, args)) }).toMatchObject({ args, code: 0, errors: '' })
  }
  for (const args of [['serve'], ['settings'], ['doctor']]) {
    const { code, errors } = await castellan(folder.path, args)
    expect({ args, code }).toEqual({ args, code: 2 })
    expect(errors.trimEnd().split('\n')).toEqual([
      expect.stringContaining('error: login.ldap.urls '),
      expect.stringContaining('error: login.ldap.baseDn '),
      expect.stringContaining('error: login.ldap.roles '),
      expect.stringContaining(
        'error: gateway.upstreams (settings.yml line 2) requires gateway.signingSecret',
      ),
    ])
  }
})

test('only serve, migrate and restore create a database', async () => {
  await writeFile(join(folder.path, 'settings.yml'), '')
  for (const args of [
    ['user', 'list'],
    ['role', 'add', 'auditor', '--name', 'Auditor'],
    ['policy', 'add', 'admin', 'GET', '/x'],
    ['backup', 'backup.db'],
    ['audit-log', 'verify'],
    ['login-log', 'list'],
    ['session', 'list'],
    ['events', 'list'],
    ['cluster'],
  ]) {
    const { code, errors, output } = await castellan(folder.path, args)
    expect({ args, code, output }).toEqual({ args, code: 1, output: '' })
    expect(errors).toContain(`the database ${join(folder.path, 'data', 'castellan.db')} does not exist. Fix:`)
  }
  expect(await readdir(folder.path)).toEqual(['settings.yml'])
})

test('a database of another version is refused by every command and not changed', async () => {
  await writeFile(join(folder.path, 'settings.yml'), '')
  await mkdir(join(folder.path, 'data'))
  const { database, close } = await openDatabase(`sqlite:${join(folder.path, 'data', 'castellan.db')}`, {
    migrate: false,
  })
  await migrate(engineOf(database), database, [['0001-first-tables', async () => undefined]])
  await close()
  const reason =
    'the database was written by another version of castellan: this version does not know its migration 0001-first-tables. Fix: use the version that wrote it. If that version was not released, export with it what you need, and start this version with an empty database\n'
  for (const args of [
    ['serve'],
    ['migrate'],
    ['user', 'list'],
    ['export', 'roles'],
    ['backup', 'backup.db'],
  ]) {
    const { code, errors, output } = await castellan(folder.path, args)
    expect({ args, code, output }).toEqual({ args, code: 1, output: '' })
    expect(errors).toContain(reason)
  }
  expect(await readdir(folder.path)).toEqual(['data', 'settings.yml'])
})

test('commands in every folder use the data folder that the settings file names', async () => {
  const etc = join(folder.path, 'etc')
  const elsewhere = join(folder.path, 'elsewhere')
  await mkdir(etc)
  await mkdir(elsewhere)
  await writeFile(join(etc, 'settings.yml'), 'application:\n  dataDir: ./state\n')
  const env = { CASTELLAN_CONFIG: join(etc, 'settings.yml') }
  expect(await castellan(etc, ['migrate'])).toMatchObject({ code: 0 })
  expect(await castellan(elsewhere, ['role', 'list'], '', env)).toMatchObject({ code: 0 })
  expect(await castellan(elsewhere, ['key', 'rotate'], '', env)).toMatchObject({ code: 0 })
  expect((await readdir(join(etc, 'state'))).sort()).toEqual(expect.arrayContaining(['castellan.db', 'keys']))
  expect(await readdir(elsewhere)).toEqual([])
})

test('an empty variable is an error, and does not select the embedded database', async () => {
  const { code, errors } = await castellan(folder.path, ['migrate'], '', { CASTELLAN_DATABASE_URL: '' })
  expect({ code, errors }).toEqual({
    code: 2,
    errors:
      'error: The variable CASTELLAN_DATABASE_URL is empty. Fix: set it or unset it; for an empty value use the settings file or --set database.url=\n',
  })
  expect(await readdir(folder.path)).toEqual([])
})
