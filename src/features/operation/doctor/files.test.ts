import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type LoadedSettings, readSettings } from '../../../core/settings/load-settings.ts'
import { checkFileAccess, placesOf } from './files.ts'

const uid = process.getuid?.()
let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'castellan-test-'))
  await mkdir(path('keys'), { mode: 0o700 })
  await mkdir(path('login-log'), { mode: 0o700 })
  for (const name of ['jwt.secret', 'castellan.db', 'keys/a.pem'])
    await writeFile(path(name), 'x', { mode: 0o600 })
})
afterEach(() => rm(dataDir, { recursive: true }))

function path(name: string): string {
  return join(dataDir, name)
}

/** Checks the data folder as this user, or as another one. */
function check(as = uid, folder = dataDir) {
  const { settings, sources } = loaded(folder)
  return checkFileAccess({ sources }, placesOf(settings), as)
}

function loaded(folder: string, flags: readonly string[] = []): LoadedSettings {
  return readSettings({ env: {}, flags: [`application.dataDir=${folder}`, ...flags], cwd: dataDir })
}

test.skipIf(uid === undefined)('private files are fine, also those in a private folder', async () => {
  expect(await check()).toMatchObject([{ status: 'ok' }])
  await chmod(path('castellan.db'), 0o644)
  expect(await check()).toMatchObject([{ status: 'ok' }])
})

test.skipIf(uid === undefined)(
  'keys that others can read and folders that others can write are problems',
  async () => {
    await chmod(path('keys/a.pem'), 0o640)
    await chmod(path('keys'), 0o770)
    expect((await check()).map(({ status, fix }) => [status, fix])).toEqual([
      ['problem', expect.stringContaining(`chmod 600 ${path('keys/a.pem')}`)],
      ['problem', `chmod 700 ${path('keys')}`],
    ])
    await chmod(dataDir, 0o777)
    expect((await check())[0]).toMatchObject({ status: 'problem', fix: `chmod 700 ${dataDir}` })
  },
)

test.skipIf(uid === undefined)('secrets in files of their own, and in the settings file', async () => {
  await writeFile(path('url'), `sqlite:${path('castellan.db')}`, { mode: 0o644 })
  await chmod(path('url'), 0o644)
  const settingsFileWarning = 'settings.yml contains jwt.secret and can be read: run "chmod 600 settings.yml"'
  const { settings, sources } = loaded(dataDir, [`database.url=@${path('url')}`])
  const findings = await checkFileAccess({ sources, warning: settingsFileWarning }, placesOf(settings))
  expect(findings).toMatchObject([
    { status: 'warning', fix: 'chmod 600 settings.yml' },
    { status: 'warning', fix: expect.stringContaining(`chmod 600 ${path('url')}`) },
  ])
})

test.skipIf(uid !== 0)('a file of another user in the data folder is a problem', async () => {
  await chown(path('castellan.db'), 4321, 4321)
  expect(await check()).toMatchObject([{ status: 'problem', fix: `chown 0:0 ${path('castellan.db')}` }])
})

test.skipIf(uid === undefined)('another user than the owner is told to switch', async () => {
  expect(await check(4321)).toMatchObject([
    { status: 'warning', found: expect.stringContaining('runs as 4321') },
  ])
})

test('without a data folder, the check is skipped', async () => {
  expect(await check(0, path('missing'))).toMatchObject([{ status: 'skipped' }])
})

test.skipIf(uid === undefined)('many files are named only in part, and problems come first', async () => {
  await chmod(dataDir, 0o755)
  await chmod(path('login-log'), 0o755)
  for (let index = 0; index < 30; index++) {
    await writeFile(path(`login-log/${index}`), '')
    await chmod(path(`login-log/${index}`), 0o644)
  }
  await chmod(path('keys'), 0o770)
  const findings = await check()
  expect(findings).toHaveLength(11)
  expect(findings[0]).toMatchObject({ status: 'problem', fix: `chmod 700 ${path('keys')}` })
  expect(findings.slice(1).map(({ status }) => status)).not.toContain('problem')
  expect(findings.at(-1)?.found).toMatch(/^and \d+ more$/)
})
