import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encryptionKeyFileOf } from '../../authentication/second-factor/encryption-key.ts'
import { createSecretCipher } from '../../authentication/second-factor/secret-cipher.ts'
import { ACCEPTED_KEY_UNUSED, checkSecondFactorKey, MAX_SECRETS } from './second-factor-key.ts'

const KEY = 'tR8s0-2hVw7mQy4Zk1Xb6Nd3Jf9Lg5Pc'
const OTHER = 'bW3k9-6yTq1rHu8Zc4Vx7Mn2Jd5Lf0Ga'
const own = createSecretCipher(KEY)
const foreign = createSecretCipher(OTHER)
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'castellan-test-'))
})
afterAll(() => rm(dataDir, { recursive: true }))

const check = (secrets: readonly string[], configured = KEY, accepted = '') =>
  checkSecondFactorKey({ configured, accepted, dataDir, secrets })

test('without second factors there is nothing to check', () => {
  expect(check([], '')).toEqual([])
})

test('a key that decrypts all of them is fine, and is named by its fingerprint', () => {
  const [finding] = check([own.encrypt(1, 'A'), own.encrypt(2, 'B')])
  expect(finding).toMatchObject({ status: 'ok', found: expect.stringContaining(own.fingerprint) })
  expect(JSON.stringify(finding)).not.toContain(KEY)
})

test('factors of another key are a problem that names both keys', () => {
  const [finding] = check([own.encrypt(1, 'A'), foreign.encrypt(2, 'B')])
  expect(finding?.status).toBe('problem')
  expect(finding?.found).toContain('1 of 2')
  expect(finding?.found).toContain(foreign.fingerprint)
})

test('while the key is replaced, the factors of the accepted key are to be encrypted again', () => {
  expect(check([own.encrypt(1, 'A'), foreign.encrypt(2, 'B')], KEY, OTHER)).toEqual([
    {
      status: 'warning',
      found: expect.stringContaining('1 of 2'),
      fix: expect.stringContaining('castellan key rotate-second-factor'),
    },
  ])
  const third = createSecretCipher(`${KEY}3`)
  const [finding] = check([foreign.encrypt(1, 'A'), third.encrypt(2, 'B')], KEY, OTHER)
  expect(finding).toMatchObject({ status: 'problem', found: expect.stringContaining('1 of 2') })
})

test('an accepted key without factors is to be removed', () => {
  expect(check([own.encrypt(1, 'A')], KEY, OTHER)).toMatchObject([{ status: 'ok' }, ACCEPTED_KEY_UNUSED])
  expect(check([own.encrypt(1, 'A')], KEY, KEY)).toMatchObject([{ status: 'ok' }, ACCEPTED_KEY_UNUSED])
  const many = new Array<string>(MAX_SECRETS).fill(own.encrypt(1, 'A'))
  expect(check(many, KEY, OTHER), 'there may be more factors').toMatchObject([{ status: 'ok' }])
})

test('a missing key file is a problem, and the file of another node is fine', async () => {
  expect(check([own.encrypt(1, 'A')], '')).toMatchObject([
    { status: 'problem', fix: expect.stringMatching(/^Restore it from a backup/) },
  ])
  await writeFile(encryptionKeyFileOf(dataDir), KEY, { mode: 0o600 })
  expect(check([own.encrypt(1, 'A')], '')).toMatchObject([{ status: 'ok' }])
})
