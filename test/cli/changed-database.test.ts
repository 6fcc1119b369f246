import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runInCommandHost } from '../support/command-host.ts'
import { environment, program, temporaryFolder } from '../support/process.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder()
  await writeFile(join(folder.path, 'settings.yml'), 'application:\n  dataDir: state\n')
})
afterEach(() => folder.remove())

const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runInCommandHost({ folder: folder.path, args, input: '', env: environment(env) })

describe('a command that changes the database names it on standard error', () => {
  const notice = () =>
    `database: ${join(folder.path, 'state', 'castellan.db')}, from application.dataDir (settings.yml line 2)\n`

  test('once, also with --json', async () => {
    expect(await run(['migrate'])).toMatchObject({ code: 0, errors: notice() })
    const commands = [
      ['role', 'add', 'clerk', '--name', 'Clerk'],
      ['policy', 'add', 'clerk', 'GET', '/api/v1/orders'],
      ['policy', 'change', '--add', 'clerk PUT /api/v1/orders', '--yes'],
      ['role', 'delete', 'clerk'],
    ]
    for (const args of commands) {
      expect({ args, ...(await run(args)) }).toMatchObject({ args, code: 0, errors: notice() })
    }
    const refused = await run(['login-log', 'delete', '7'])
    expect(refused.errors).toBe(`${notice()}error: There is no login log entry with the ID 7.\n`)
    const json = await run(['role', 'add', 'clerk', '--name', 'Clerk', '--json'])
    expect(json.errors).toBe(notice())
    expect(JSON.parse(json.output)).toMatchObject({ roleKey: 'clerk' })
  })

  test('but not if it only reads, checks or previews', async () => {
    await run(['migrate'])
    await mkdir(join(folder.path, 'roles'))
    await writeFile(join(folder.path, 'roles', 'clerk.yml'), 'role: clerk\nname: Clerk\nrules: []\n')
    for (const args of [
      ['user', 'list'],
      ['role', 'show', 'admin'],
      ['policy', 'change', '--add', 'admin GET /x', '--check'],
      ['apply', 'roles', '--check'],
      ['report'],
      ['backup', 'copy.db'],
      ['audit-log', 'list'],
      ['data-scope', 'explain', '--user', 'x', '--department', '1'],
    ]) {
      expect({ args, ...(await run(args)) }).toMatchObject({
        errors: expect.not.stringContaining('database:'),
      })
    }
  })

  test('without its password, and with the variable that selects it', async () => {
    const url = 'postgres://castellan:hidden-password@127.0.0.1:1/castellan'
    const { errors } = await run(['migrate', '--json'], { CASTELLAN_DATABASE_URL: url })
    expect(errors).toContain(
      'database: postgres://castellan:***@127.0.0.1:1/castellan, from database.url (variable CASTELLAN_DATABASE_URL)\n',
    )
    expect(errors).not.toContain('hidden-password')
  })
})

test('--system and --config exclude each other', async () => {
  const { code, errors } = await run(['user', 'list', '--system', '--config', 'settings.yml'])
  expect({ code, errors }).toEqual({
    code: 2,
    errors: expect.stringContaining("option '--system' cannot be used with option '-c, --config <file>'"),
  })
})

const canMount =
  spawnSync('unshare', ['--map-root-user', '--mount', 'mount', '-t', 'tmpfs', 'none', '/etc']).status === 0

describe.skipIf(!canMount)('on a machine with /etc/castellan/settings.yml (needs user namespaces)', () => {
  /** Runs a command with its own /etc, which contains this settings file. */
  async function runOnMachine(settings: string, args: readonly string[], cwd: string) {
    const script =
      'mount -t tmpfs none /etc && mkdir /etc/castellan && printf %s "$1" > /etc/castellan/settings.yml && shift && exec "$@"'
    const command = ['sh', '-euc', script, 'sh', settings, process.execPath, program, ...args]
    const child = spawn('unshare', ['--map-root-user', '--mount', ...command], {
      cwd,
      env: { PATH: process.env.PATH },
    })
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { code: child.exitCode, output, errors }
  }

  test('it is read only with --system', async () => {
    const elsewhere = join(folder.path, 'elsewhere')
    await mkdir(elsewhere)
    const settings = `application: {name: Production, dataDir: ${join(folder.path, 'production')}}\n`
    const nameIn = async (args: readonly string[], cwd: string) => {
      const { output } = await runOnMachine(settings, ['settings', '--json', ...args], cwd)
      const list: { key: string; value: unknown; source: string }[] = JSON.parse(output)
      return list.find(({ key }) => key === 'application.name')
    }
    expect(await nameIn(['--system'], elsewhere)).toMatchObject({
      value: 'Production',
      source: '/etc/castellan/settings.yml line 1',
    })
    expect(await nameIn([], elsewhere)).toMatchObject({ value: 'Castellan', source: 'default' })
    // It also takes precedence over the file of the folder.
    expect(await nameIn(['--system'], folder.path)).toMatchObject({ value: 'Production' })
    expect(await nameIn([], folder.path)).toMatchObject({ value: 'Castellan' })
  })

  test('a command without it does not change the database of production', async () => {
    const elsewhere = join(folder.path, 'elsewhere')
    await mkdir(elsewhere)
    const data = join(folder.path, 'production')
    const settings = `application: {dataDir: ${data}}\n`
    expect(await runOnMachine(settings, ['migrate', '--system'], elsewhere)).toMatchObject({
      code: 0,
      errors: `database: ${join(data, 'castellan.db')}, from application.dataDir (/etc/castellan/settings.yml line 1)\n`,
    })
    const add = ['role', 'add', 'clerk', '--name', 'Clerk']
    const refused = await runOnMachine(settings, add, elsewhere)
    expect(refused).toMatchObject({ code: 1, output: '' })
    expect(refused.errors).toContain(`the database ${join(elsewhere, 'data', 'castellan.db')} does not exist`)
    expect(refused.errors).not.toContain(data)
  })
})
