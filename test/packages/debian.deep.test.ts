import { existsSync } from 'node:fs'
import { copyFile, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { call, postJson } from '../support/client.ts'
import { temporaryFolder } from '../support/process.ts'
import { findProgram } from '../support/servers/find-program.ts'
import {
  BUILD_TIMEOUT_MS,
  buildPackage,
  expectInstalledPackages,
  expectRelease,
  readSbom,
  sha256,
  succeed,
} from './support/build-package.ts'
import { type DebianRoot, installDebian } from './support/debian-root.ts'

// The tests are the life of an installation, in this order.
const AS_USER = ['setpriv', '--reuid=castellan', '--regid=castellan', '--init-groups']
const SETTINGS = '/etc/castellan/settings.yml'
const DATABASE = '/var/lib/castellan/castellan.db'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let debian: DebianRoot
let root: string
let file: string
let problem = ''
let password: string | null

beforeAll(async () => {
  folder = await temporaryFolder()
  root = join(folder.path, 'root')
  if (findProgram('dpkg-deb') === undefined) {
    problem = 'there is no dpkg-deb on this machine'
    return
  }
  const installed = await installDebian(root)
  if (typeof installed === 'string') {
    problem = installed
    return
  }
  debian = installed
  await buildPackage('debian', join(folder.path, 'release'))
  file = await expectRelease(join(folder.path, 'release'), '.deb')
  await copyFile(file, join(root, 'root', 'castellan.deb'))
}, BUILD_TIMEOUT_MS)
afterAll(() => folder.remove())
beforeEach(({ skip }) => {
  if (problem !== '') skip(problem)
})

const dpkg = (...args: readonly string[]) => ['dpkg', '--force-unsafe-io', ...args]

/** Returns owner, group and mode of a file, as `castellan:castellan 600`. */
const accessTo = async (path: string): Promise<string> =>
  (await debian.succeed('stat', '--format=%U:%G %a', path)).trim()

/** Returns the values of a key of the installed unit. */
async function unitValues(key: string, name = 'castellan.service'): Promise<string[]> {
  const unit = await readFile(join(root, 'usr/lib/systemd/system', name), 'utf8')
  return [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value)
}

/** Starts the command of the unit as systemd does: as its user, with its variables. The ports are free ones. */
async function startUnit(...flags: readonly string[]) {
  const [user] = await unitValues('User')
  const [program] = await unitValues('ExecStart')
  const [cwd] = await unitValues('WorkingDirectory')
  const env = Object.fromEntries(
    (await unitValues('Environment')).map((line) => line.split('=') as [string, string]),
  )
  const sets = ['application.port=0', 'metrics.port=0', ...flags].flatMap((flag) => ['--set', flag])
  expect(user).toBe('castellan')
  const inFolder = ['sh', '-c', 'cd "$0" && exec "$@"', cwd ?? '', ...AS_USER]
  return debian.start(env, ...inFolder, ...(program ?? '').split(' '), '--json', ...sets)
}

test('without a new enough Node, dpkg does not configure it; apt installs that of Debian', async () => {
  const { code, output } = await debian.run(...dpkg('-i', '/root/castellan.deb'))
  expect(code).not.toBe(0)
  expect(output).toContain('castellan depends on nodejs (>= 20.19)')
  await debian.succeed('apt-get', 'install', '--fix-broken', '--yes', '--no-install-recommends')
  expect(await debian.succeed('dpkg', '--status', 'castellan')).toContain('Status: install ok installed')
  expect(await debian.succeed('dpkg', '--verify', 'castellan')).toBe('')
})

test('the settings belong to the user of the service, and nobody else reads them or the data', async () => {
  expect(await accessTo(SETTINGS)).toBe('castellan:castellan 600')
  expect(await accessTo('/var/lib/castellan')).toBe('castellan:castellan 700')
  expect(await accessTo('/etc/castellan')).toBe('root:root 755')
  expect(await debian.succeed('getent', 'passwd', 'castellan')).toMatch(
    /:\/var\/lib\/castellan:\/usr\/sbin\/nologin\n$/,
  )
})

test('systemd finds nothing wrong with the units, and starts the service with the machine', async () => {
  const units = ['castellan.service', 'castellan-backup.service', 'castellan-backup.timer']
  expect(await debian.succeed('systemd-analyze', 'verify', '--man=no', ...units)).toBe('')
  expect(await debian.succeed('systemctl', '--root=/', 'is-enabled', 'castellan.service')).toBe('enabled\n')
  const timer = await debian.run('systemctl', '--root=/', 'is-enabled', 'castellan-backup.timer')
  expect(timer.output).toBe('disabled\n')
})

test('doctor finds no problem, and only --system reads the settings of the machine', async () => {
  const command = ['castellan', 'settings', '--json']
  expect(await debian.succeed(...AS_USER, 'castellan', 'doctor', '--system')).toContain('0 problems')
  expect(await debian.succeed(...AS_USER, ...command, '--system')).toContain(SETTINGS)
  expect(await debian.succeed(...AS_USER, ...command)).not.toContain(SETTINGS)
})

test('it completes commands in bash', async () => {
  const script = '. /usr/share/bash-completion/completions/castellan && complete -p castellan'
  expect(await debian.succeed('bash', '-c', script)).toContain('castellan')
})

test('the command of the unit starts the service, with a captcha and a database of its user', async () => {
  const service = await startUnit()
  expect(service.started).toMatchObject({ mode: 'prod', settingsFile: SETTINGS })
  password = service.started.adminPassword
  expect((await fetch(`${service.started.address}/livez`)).status).toBe(200)
  const { body } = await call(`${service.base}/getCaptcha`)
  expect(String(body.data)).toMatch(/^data:image\//)
  const wrong = { username: 'admin', password, uuid: body.uuid, code: '00000' }
  expect((await call(`${service.base}/login`, postJson(wrong))).body.code).toBe(400)
  expect(await service.end('SIGTERM')).toBe(0)
  expect(await accessTo(DATABASE)).toBe('castellan:castellan 600')
})

test('the command of the backup unit makes a backup', async () => {
  const [command = ''] = await unitValues('ExecStart', 'castellan-backup.service')
  await debian.succeed(...AS_USER, ...command.split(' '))
  expect(await debian.succeed('ls', '/var/lib/castellan/backups')).toMatch(/^castellan-.*\.db\n$/)
})

/** Builds a package with another version and other default settings, without a new compression. */
async function newerPackage(version: string): Promise<string> {
  const tree = join(folder.path, `tree-${version}`)
  await succeed('dpkg-deb', ['--raw-extract', file, tree])
  const control = join(tree, 'DEBIAN', 'control')
  await writeFile(control, (await readFile(control, 'utf8')).replace(/^Version: .*$/m, `Version: ${version}`))
  await writeFile(join(tree, SETTINGS), `# Settings of ${version}\n`, { flag: 'a' })
  await succeed('dpkg-deb', [
    '--root-owner-group',
    '-Znone',
    '--build',
    tree,
    join(root, 'root', 'newer.deb'),
  ])
  return '/root/newer.deb'
}

test('an upgrade replaces settings that nobody has changed, and keeps their owner and the data', async () => {
  await debian.succeed(...dpkg('-i', await newerPackage('98.0')))
  expect(await readFile(join(root, SETTINGS), 'utf8')).toContain('# Settings of 98.0')
  expect(await accessTo(SETTINGS)).toBe('castellan:castellan 600')
  expect(existsSync(join(root, DATABASE))).toBe(true)
})

test('an upgrade keeps changed settings, another owner, and a unit that was disabled', async () => {
  const before = (await readFile(join(root, SETTINGS), 'utf8')).replace('timeout: 3600', 'timeout: 1800')
  await writeFile(join(root, SETTINGS), before)
  await debian.succeed('chown', 'root:castellan', SETTINGS)
  await debian.succeed('chmod', '640', SETTINGS)
  await debian.succeed('systemctl', '--root=/', 'disable', 'castellan.service')
  await debian.succeed(...dpkg('--force-confdef', '--force-confold', '-i', await newerPackage('99.0')))
  expect(await readFile(join(root, SETTINGS), 'utf8')).toBe(before)
  expect(await accessTo(SETTINGS)).toBe('root:castellan 640')
  const { output } = await debian.run('systemctl', '--root=/', 'is-enabled', 'castellan.service')
  expect(output).toBe('disabled\n')

  const service = await startUnit('application.mode=dev')
  const { body } = await call(`${service.base}/login`, postJson({ username: 'admin', password }))
  expect(body.token).toEqual(expect.any(String))
  expect(await service.end('SIGTERM')).toBe(0)
})

test('removing it keeps settings, data and user', async () => {
  await debian.succeed('systemctl', '--root=/', 'enable', 'castellan.service', 'castellan-backup.timer')
  await debian.succeed(...dpkg('--remove', 'castellan'))
  for (const path of [SETTINGS, DATABASE]) expect(existsSync(join(root, path)), path).toBe(true)
  for (const path of ['/usr/bin/castellan', '/usr/lib/castellan', '/usr/share/doc/castellan'])
    expect(existsSync(join(root, path)), path).toBe(false)
  await debian.succeed('getent', 'passwd', 'castellan')
})

test('installing it again finds the data, with the same owner', async () => {
  await debian.succeed(...dpkg('--force-confdef', '--force-confold', '-i', '/root/castellan.deb'))
  expect(await accessTo(SETTINGS)).toBe('root:castellan 640')
  expect(await accessTo(DATABASE)).toBe('castellan:castellan 600')
})

test('purging it leaves nothing', async () => {
  await debian.succeed(
    'sh',
    '-c',
    'mkdir /etc/castellan/secrets && echo x > /etc/castellan/secrets/jwt-secret',
  )
  await debian.succeed(...dpkg('--purge', 'castellan'))
  const find = [
    'find',
    '/',
    '-xdev',
    '-name',
    '*castellan*',
    '!',
    '-path',
    '/root/*',
    '!',
    '-path',
    '/proc/*',
  ]
  expect(await debian.succeed(...find)).toBe('')
  for (const database of ['passwd', 'group'])
    expect((await debian.run('getent', database, 'castellan')).code, database).toBe(2)
  expect(
    await debian.succeed(
      'find',
      '/',
      '-xdev',
      '(',
      '-nouser',
      '-o',
      '-nogroup',
      ')',
      '!',
      '-path',
      '/proc/*',
    ),
  ).toBe('')
})

test('its bill of materials names what npm has installed', async () => {
  const tree = join(folder.path, 'contents')
  await succeed('dpkg-deb', ['--extract', file, tree])
  const installed = join(tree, 'usr', 'lib', 'castellan')
  const inside = join(installed, 'dist', 'sbom.cdx.json')
  expect(await readFile(inside, 'utf8')).toBe(await readFile(`${file}.cdx.json`, 'utf8'))
  await expectInstalledPackages(await readSbom(inside), join(installed, 'node_modules'))
  expect((await stat(join(tree, SETTINGS))).mode & 0o777).toBe(0o600)
})

test('the same sources give the same bytes, with any umask', { timeout: BUILD_TIMEOUT_MS }, async () => {
  const output = join(folder.path, 'again')
  await buildPackage('debian', output, '077')
  expect(await sha256(await expectRelease(output, '.deb'))).toBe(await sha256(file))
})
