import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEncryptionKey, encryptionKeyFileOf } from './encryption-key.ts'
import { keyFingerprintOf } from './secret-cipher.ts'

const CONFIGURED = 'tR8s0-2hVw7mQy4Zk1Xb6Nd3Jf9Lg5Pc'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'castellan-test-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const keyOf = (configured = '', accepted = '') =>
  createEncryptionKey({ configured, accepted, dataDir, strongRequired: true })
const first = async () => true
const notFirst = async () => false

test('a configured key is used, and nothing is written', async () => {
  const key = keyOf(CONFIGURED)
  expect((await key.forNewSecret(first)).fingerprint).toBe(key.existing().fingerprint)
  expect(await readdir(dataDir)).toEqual([])
})

test('without one, the first enrolment generates a key for its owner only', async () => {
  const { fingerprint } = await keyOf().forNewSecret(first)
  expect(keyOf().existing().fingerprint).toBe(fingerprint)
  expect((await keyOf().forNewSecret(notFirst)).fingerprint).toBe(fingerprint)
  expect(await readdir(dataDir)).toEqual(['second-factor.key'])
  expect((await stat(encryptionKeyFileOf(dataDir))).mode & 0o777).toBe(0o600)
})

test('no second key is generated beside factors that were encrypted with another one', async () => {
  await expect(keyOf().forNewSecret(notFirst)).rejects.toThrow(/restore it from a backup/)
  expect(() => keyOf().existing()).toThrow(/restore it from a backup/)
  expect(await readdir(dataDir)).toEqual([])
})

test('the accepted key decrypts beside a configured and beside a generated key, and encrypts nothing', async () => {
  const generated = await keyOf('', CONFIGURED).forNewSecret(first)
  const configured = keyOf(CONFIGURED).existing()
  expect(generated.acceptedFingerprint).toBe(configured.fingerprint)
  expect(generated.decrypt(7, configured.encrypt(7, 'A'))).toBe('A')
  expect(keyFingerprintOf(generated.encrypt(7, 'A'))).not.toBe(configured.fingerprint)
  const swapped = keyOf(CONFIGURED, (await readFile(encryptionKeyFileOf(dataDir), 'utf8')).trim()).existing()
  expect(swapped.decrypt(7, generated.encrypt(7, 'A'))).toBe('A')
  expect(configured.acceptedFingerprint).toBeUndefined()
})

test('an accepted key alone is not used to encrypt', async () => {
  await expect(keyOf('', CONFIGURED).forNewSecret(notFirst)).rejects.toThrow(/restore it from a backup/)
  expect(() => keyOf('', CONFIGURED).existing()).toThrow(/restore it from a backup/)
})

test('a weak key is refused, also in a command, which loads the settings without this check', () => {
  expect(() => keyOf('a'.repeat(32)).existing()).toThrow(/^login\.secondFactor\.encryptionKey .*openssl/)
})

test('a key that others may read is refused', async () => {
  await keyOf().forNewSecret(first)
  await chmod(encryptionKeyFileOf(dataDir), 0o644)
  expect(() => keyOf().existing()).toThrow(/chmod 600/)
})
