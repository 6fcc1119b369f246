import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEncryptionKey, encryptionKeyFileOf } from './encryption-key.ts'

const CONFIGURED = 'tR8s0-2hVw7mQy4Zk1Xb6Nd3Jf9Lg5Pc'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'castellan-test-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const keyOf = (configured = '') => createEncryptionKey({ configured, dataDir, strongRequired: true })
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

test('a key that others may read is refused', async () => {
  await keyOf().forNewSecret(first)
  await chmod(encryptionKeyFileOf(dataDir), 0o644)
  expect(() => keyOf().existing()).toThrow(/chmod 600/)
})
