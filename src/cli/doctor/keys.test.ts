import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keyFileText, newKeyBody } from '../../authentication/token/key-file.ts'
import { resolveSettings } from '../../settings/load-settings.ts'
import { checkConsole } from './console.ts'
import { checkKeys } from './keys.ts'

const NOW = Date.parse('2026-03-01T10:00:00Z')
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'castellan-test-'))
})
afterEach(() => rm(folder, { recursive: true }))

function check(jwt: { algorithm?: 'HS256' | 'EdDSA' | 'ES256'; keys?: string }) {
  const settings = resolveSettings({ application: { dataDir: join(folder, 'data') }, jwt })
  return checkKeys(settings, () => NOW)
}

async function addKey(name: string, signsFrom: number): Promise<void> {
  const text = keyFileText({ signsFrom }, await newKeyBody('EdDSA'))
  await writeFile(join(folder, name), text, { mode: 0o600 })
}

test('before the first start, the secret signs or a key will be generated', async () => {
  expect(await check({})).toMatchObject([{ status: 'ok', found: 'jwt.secret signs tokens (HS256)' }])
  expect(await check({ algorithm: 'EdDSA' })).toMatchObject([{ status: 'ok' }])
})

test('a key that signs is fine, if it has the algorithm of the settings', async () => {
  await addKey('a.pem', NOW - 1000)
  expect(await check({ algorithm: 'EdDSA', keys: folder })).toMatchObject([
    { status: 'ok', found: expect.stringContaining('key a (EdDSA) signs') },
  ])
  expect(await check({ algorithm: 'ES256', keys: folder })).toMatchObject([{ status: 'warning' }])
})

test('no key that signs now is a problem', async () => {
  expect(await check({ algorithm: 'EdDSA', keys: folder })).toMatchObject([
    { status: 'problem', fix: expect.stringContaining('castellan key rotate --lead 0') },
  ])
  expect(await check({ keys: join(folder, 'missing') })).toMatchObject([{ status: 'problem' }])
})

test('a file instead of the folder', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  expect(await check({ keys: file })).toEqual([
    {
      status: 'problem',
      found: `${file} is not a folder`,
      fix: 'Set jwt.keys to the folder of the keys',
    },
  ])
})

test.skipIf(process.platform === 'win32')(
  'a key file that others can read, and one that is not a key',
  async () => {
    await addKey('a.pem', NOW - 1000)
    await chmod(join(folder, 'a.pem'), 0o644)
    await writeFile(join(folder, 'b.txt'), '', { mode: 0o600 })
    const findings = await check({ algorithm: 'EdDSA', keys: folder })
    expect(findings).toMatchObject([
      { status: 'problem', fix: expect.stringContaining('chmod 600') },
      { status: 'problem', found: expect.stringContaining('is not a key file') },
    ])
  },
)

test('the console is disabled, built or missing', () => {
  const status = (enabled: boolean, isBuilt: boolean) => checkConsole(enabled, () => isBuilt)[0]?.status
  expect([status(false, false), status(true, true), status(true, false)]).toEqual([
    'skipped',
    'ok',
    'warning',
  ])
})
