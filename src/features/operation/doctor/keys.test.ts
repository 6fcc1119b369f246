import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { resolveSettings } from '../../../core/settings/load-settings.ts'
import { keyFileText, newKeyBody } from '../../../core/token/keys/key-file.ts'
import { encryptionKeyFileOf } from '../../login/second-factor/encryption-key.ts'
import { createSecretCipher } from '../../login/second-factor/secret-cipher.ts'
import { ACCEPTED_KEY_UNUSED, checkKeys, checkSecondFactorKey, MAX_SECRETS } from './keys.ts'

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

const KEY = 'tR8s0-2hVw7mQy4Zk1Xb6Nd3Jf9Lg5Pc'
const OTHER = 'bW3k9-6yTq1rHu8Zc4Vx7Mn2Jd5Lf0Ga'
const own = createSecretCipher(KEY)
const foreign = createSecretCipher(OTHER)

function checkFactors(secrets: readonly string[], encryptionKey = KEY, acceptedEncryptionKey = '') {
  const { login } = resolveSettings({ login: { secondFactor: { encryptionKey, acceptedEncryptionKey } } })
  return checkSecondFactorKey(login.secondFactor, folder, secrets)
}

test('without second factors there is nothing to check', () => {
  expect(checkFactors([], '')).toEqual([])
})

test('a key that decrypts all of them is fine, and is named by its fingerprint', () => {
  const [finding] = checkFactors([own.encrypt(1, 'A'), own.encrypt(2, 'B')])
  expect(finding).toMatchObject({ status: 'ok', found: expect.stringContaining(own.fingerprint) })
  expect(JSON.stringify(finding)).not.toContain(KEY)
})

test('factors of another key are a problem that names both keys', () => {
  const [finding] = checkFactors([own.encrypt(1, 'A'), foreign.encrypt(2, 'B')])
  expect(finding?.status).toBe('problem')
  expect(finding?.found).toContain('1 of 2')
  expect(finding?.found).toContain(foreign.fingerprint)
})

test('while the key is replaced, the factors of the accepted key are to be encrypted again', () => {
  expect(checkFactors([own.encrypt(1, 'A'), foreign.encrypt(2, 'B')], KEY, OTHER)).toEqual([
    {
      status: 'warning',
      found: expect.stringContaining('1 of 2'),
      fix: expect.stringContaining('castellan key rotate-second-factor'),
    },
  ])
  const third = createSecretCipher(`${KEY}3`)
  const [finding] = checkFactors([foreign.encrypt(1, 'A'), third.encrypt(2, 'B')], KEY, OTHER)
  expect(finding).toMatchObject({ status: 'problem', found: expect.stringContaining('1 of 2') })
})

test('an accepted key without factors is to be removed', () => {
  expect(checkFactors([own.encrypt(1, 'A')], KEY, OTHER)).toMatchObject([
    { status: 'ok' },
    ACCEPTED_KEY_UNUSED,
  ])
  expect(checkFactors([own.encrypt(1, 'A')], KEY, KEY)).toMatchObject([{ status: 'ok' }, ACCEPTED_KEY_UNUSED])
  const many = new Array<string>(MAX_SECRETS).fill(own.encrypt(1, 'A'))
  expect(checkFactors(many, KEY, OTHER), 'there may be more factors').toMatchObject([{ status: 'ok' }])
})

test('a missing key file is a problem, and the file of another node is fine', async () => {
  expect(checkFactors([own.encrypt(1, 'A')], '')).toMatchObject([
    { status: 'problem', fix: expect.stringMatching(/^Restore it from a backup/) },
  ])
  await writeFile(encryptionKeyFileOf(folder), KEY, { mode: 0o600 })
  expect(checkFactors([own.encrypt(1, 'A')], '')).toMatchObject([{ status: 'ok' }])
})
