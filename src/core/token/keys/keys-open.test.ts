import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { FILE_SECRET, newPrivateKey, pemOf } from '../../../../test/support/key-files.ts'
import { keyFolderForTests } from '../../../../test/support/key-folder.ts'
import type { Keys } from './keys.ts'
import { keyFolderOf, openTokenKeys, warningsOfKeys } from './keys.ts'
import type { Algorithm } from './signature.ts'

const folder = keyFolderForTests()
const opened: Keys[] = []
afterEach(async () => {
  for (const keys of opened.splice(0)) await keys.close()
})

async function open(algorithm: Algorithm, named = ''): Promise<Keys> {
  const keys = await openTokenKeys({
    folder: named,
    dataDir: folder.dataDir(),
    strongSecretRequired: true,
    algorithm,
    secret: 'tR8s0-2hVw7mQy4Zk1Xb6Nd3Jf9Lg5Pc',
    tokenLifetimeSeconds: 3600,
    now: Date.now,
    onProblem: () => {},
  })
  opened.push(keys)
  return keys
}

test('HS256: the secret of the settings signs, and nothing is written', async () => {
  const keys = await open('HS256')
  expect(keys.current().signing).toMatchObject({ kid: undefined, algorithm: 'HS256' })
  expect(readdirSync(folder.dataDir())).toEqual([])
})

test.each(['EdDSA', 'ES256', 'RS256'] as const)(
  '%s: the first start makes the key and the next one uses it; the secret of the settings stays accepted for now',
  async (algorithm) => {
    const { signing, accepted } = (await open(algorithm)).current()
    expect(signing?.algorithm).toBe(algorithm)
    expect(accepted.map((key) => key.algorithm)).toEqual([algorithm, 'HS256'])
    expect(readdirSync(folder.path())).toEqual([`${signing?.kid}.pem`])
    expect((await open(algorithm)).current().signing?.fingerprint).toBe(signing?.fingerprint)
    expect(readdirSync(folder.dataDir())).toEqual(['keys'])
  },
)

test('if several processes start at the same time, one creates the key and all use it', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => open('EdDSA')))
  expect(new Set(all.map((keys) => keys.current().signing?.fingerprint)).size).toBe(1)
  expect(readdirSync(folder.path())).toHaveLength(1)
  expect(readdirSync(folder.dataDir())).toEqual(['keys'])
})

test('an existing key is used, and no other is created', async () => {
  folder.put('mine.pem', pemOf(newPrivateKey.ES256()))
  expect((await open('ES256')).current().signing?.kid).toBe('mine')
  expect(readdirSync(folder.path())).toEqual(['mine.pem'])
})

test('no key is created in a configured folder, because other nodes would not have it', async () => {
  await expect(open('EdDSA', folder.path())).rejects.toThrow(/does not exist/)
  mkdirSync(folder.path(), { mode: 0o700 })
  await expect(open('EdDSA', folder.path())).rejects.toThrow(/contains no key that signs now/)
  expect(readdirSync(folder.path())).toEqual([])
  folder.put('mine.secret', FILE_SECRET)
  expect((await open('EdDSA', folder.path())).current().signing?.kid).toBe('mine')
})

test('a key of another algorithm continues to sign, with a warning until a key of the configured algorithm exists', async () => {
  folder.put('mine.secret', FILE_SECRET)
  const warnings = warningsOfKeys((await open('EdDSA')).current(), 'EdDSA')
  expect(warnings).toEqual([
    expect.stringMatching(/jwt\.algorithm is EdDSA.*mine \(HS256\).*castellan key rotate/),
  ])
  expect(warnings.join()).not.toContain(readFileSync(folder.path('mine.secret'), 'utf8'))
  folder.put('next.pem', `signs-from: 2999-01-01T00:00:00Z\n${pemOf(newPrivateKey.EdDSA())}`)
  expect(warningsOfKeys((await open('EdDSA')).current(), 'EdDSA')).toEqual([])
})

test('the start fails if the folder contains only an invalid file, and no key is created', async () => {
  folder.put('a.pem', 'nonsense')
  await expect(open('EdDSA')).rejects.toThrow(/a\.pem/)
  expect(readdirSync(folder.path())).toEqual(['a.pem'])
})

test('the folder is the configured one, or by default the one in the data folder', () => {
  const place = { dataDir: '/data', strongSecretRequired: true }
  expect(keyFolderOf({ ...place, folder: '/etc/keys' }, false).path).toBe('/etc/keys')
  expect(keyFolderOf({ ...place, folder: '' }, false).path).toBe('/data/keys')
})
