import { chownSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { ASYMMETRIC, FILE_SECRET, newPrivateKey, pemOf } from '../../../../test/support/key-files.ts'
import { keyFolderForTests } from '../../../../test/support/key-folder.ts'
import { createKeyAdministration, type KeyAdministration } from './key-administration.ts'
import { createKeyFolder } from './key-folder.ts'
import { ALGORITHMS } from './signature.ts'

const folder = keyFolderForTests()
const T0 = Date.parse('2030-01-01T00:00:00Z')
const LEAD = { leadSeconds: 600 }
const EMERGENCY = { leadSeconds: 0, overlapSeconds: 0, isEmergency: true }

let time: number
let keys: KeyAdministration
beforeEach(() => {
  time = T0
  keys = administrationOf(folder.path())
})

function administrationOf(path: string): KeyAdministration {
  return createKeyAdministration({
    folder: createKeyFolder({ path, mustExist: false, strongSecretRequired: true }),
    algorithm: 'HS256',
    tokenLifetimeSeconds: 3600,
    strongSecretRequired: true,
    now: () => time,
  })
}

/** Each key's state; the secret of the settings is `-`. */
async function states(): Promise<Record<string, string>> {
  return Object.fromEntries((await keys.list()).map(({ kid, state }) => [kid ?? '-', state]))
}

describe('rotate', () => {
  test.each(ALGORITHMS)(
    'makes a key for %s, for its owner alone, that is known before it signs',
    async (algorithm) => {
      const made = await keys.rotate(algorithm, LEAD)
      expect(made).toMatchObject({
        algorithm,
        state: 'next',
        signsFrom: '2030-01-01T00:10:00Z',
        acceptedUntil: null,
      })
      expect(statSync(String(made.file)).mode & 0o777).toBe(0o600)
      expect(statSync(folder.path()).mode & 0o777).toBe(0o700)
      expect(readdirSync(folder.path())).toEqual([`${made.kid}.${algorithm === 'HS256' ? 'secret' : 'pem'}`])
      expect(await keys.list()).toMatchObject([
        made,
        { kid: null, state: 'signing', acceptedUntil: '2030-01-01T01:11:00Z' },
      ])
      time = T0 + 600_000
      expect(await states()).toEqual({ [String(made.kid)]: 'signing', '-': 'accepted' })
    },
  )

  test('creates a different key every time', async () => {
    const first = await keys.rotate('EdDSA', { leadSeconds: 0 })
    time += 1000
    const second = await keys.rotate('EdDSA', { leadSeconds: 0 })
    expect(second.kid).not.toBe(first.kid)
    expect(second.publicJwk?.x).not.toBe(first.publicJwk?.x)
    expect(await states()).toEqual({
      [String(first.kid)]: 'accepted',
      [String(second.kid)]: 'signing',
      '-': 'accepted',
    })
  })

  test('is refused while another key is about to sign', async () => {
    const { kid } = await keys.rotate('EdDSA', LEAD)
    await expect(keys.rotate('EdDSA', LEAD)).rejects.toThrow(`key ${kid} is about to sign`)
    await keys.remove(String(kid), { acceptedToo: false })
    await keys.rotate('EdDSA', LEAD)
  })

  test('in an emergency, all other keys are refused immediately, including those of the same second and those that do not sign yet', async () => {
    const first = await keys.rotate('EdDSA', { leadSeconds: 0 })
    await keys.rotate('EdDSA', LEAD)
    time += 1
    const second = await keys.rotate('EdDSA', EMERGENCY)
    expect(await states()).toEqual({
      [String(first.kid)]: 'expired',
      [String(second.kid)]: 'signing',
      '-': 'expired',
    })
  })

  test('is refused if a file in the folder cannot be read', async () => {
    const path = folder.put('a.pem', 'nonsense')
    await expect(keys.rotate('EdDSA', LEAD)).rejects.toThrow(path)
    expect(readdirSync(folder.path())).toEqual(['a.pem'])
  })

  test.skipIf(process.getuid?.() !== 0)(
    'by root: the file belongs to whom the folder belongs to',
    async () => {
      mkdirSync(folder.path(), { mode: 0o700 })
      chownSync(folder.path(), 12345, 12345)
      const { file } = await keys.rotate('EdDSA', LEAD)
      expect(statSync(String(file))).toMatchObject({ uid: 12345, gid: 12345 })
    },
  )

  test.skipIf(process.getuid?.() !== 0)(
    'by root, before the first start: so do the folders above it',
    async () => {
      chownSync(folder.dataDir(), 12345, 12345)
      const path = folder.path('far', 'below')
      await administrationOf(path).rotate('HS256', LEAD)
      for (const at of [folder.path(), folder.path('far'), path]) expect(statSync(at).uid).toBe(12345)
    },
  )
})

describe('add', () => {
  test.each(ASYMMETRIC)('imports a private key for %s', async (algorithm) => {
    const key = newPrivateKey[algorithm]()
    const added = await keys.add({ text: pemOf(key), kid: 'mine' }, LEAD)
    expect(added).toMatchObject({ kid: 'mine', algorithm, state: 'next' })
    expect(readFileSync(String(added.file), 'utf8')).toBe(`signs-from: 2030-01-01T00:10:00Z\n${pemOf(key)}`)
    expect(added.publicJwk).not.toHaveProperty('d')
  })

  test('imports a secret', async () => {
    const added = await keys.add({ text: `${FILE_SECRET}\n`, kid: 'mine' }, { ...LEAD, overlapSeconds: 60 })
    expect(added).toMatchObject({ algorithm: 'HS256', publicJwk: null })
    expect(readFileSync(String(added.file), 'utf8')).toBe(
      `signs-from: 2030-01-01T00:10:00Z\nolder-keys-until: 2030-01-01T00:11:00Z\n${FILE_SECRET}\n`,
    )
  })

  test.each([
    ['a weak secret', { text: 'short' }, /the file has 5 bytes/],
    ['no key', { text: '' }, /the file contains no key/],
    ['a name that leads elsewhere', { text: FILE_SECRET, kid: '../a' }, /^key \.\.\/a .*not a key id/],
    ['a name that is taken', { text: FILE_SECRET, kid: 'taken' }, /key taken already exists/],
  ])('refuses %s, and writes nothing', async (_, given, problem) => {
    folder.put('taken.pem', pemOf(newPrivateKey.EdDSA()))
    await expect(keys.add(given, LEAD)).rejects.toThrow(problem)
    expect(readdirSync(folder.path())).toEqual(['taken.pem'])
  })
})

describe('remove', () => {
  test('a key that signs is not removed', async () => {
    const { kid } = await keys.rotate('EdDSA', { leadSeconds: 0 })
    await expect(keys.remove(String(kid), { acceptedToo: true })).rejects.toThrow(/signs now.*--compromised/)
  })

  test('a key with valid tokens is removed only after confirmation, and the keys it ended stay ended', async () => {
    const first = String((await keys.rotate('EdDSA', EMERGENCY)).kid)
    time += 10_000
    const second = String((await keys.rotate('EdDSA', { leadSeconds: 0 })).kid)
    await expect(keys.remove(first, { acceptedToo: false })).rejects.toThrow(/still valid: add --yes/)
    expect(await keys.remove(first, { acceptedToo: true })).toBe('accepted')
    expect(await states()).toEqual({ [first]: 'removed', [second]: 'signing', '-': 'expired' })
    expect(readdirSync(folder.path()).sort()).toEqual([`${first}.removed`, `${second}.pem`].sort())
    await expect(keys.remove(first, { acceptedToo: true })).rejects.toThrow(`key ${first} does not exist`)
  })

  test('the dates of a removed key are deleted with the next change once they have no effect', async () => {
    const first = String((await keys.rotate('EdDSA', { leadSeconds: 0 })).kid)
    time += 10_000
    const second = String((await keys.rotate('EdDSA', { leadSeconds: 0 })).kid)
    await keys.remove(first, { acceptedToo: true })
    time += 3_661_000
    const third = String((await keys.rotate('EdDSA', LEAD)).kid)
    expect(await states()).toEqual({ [second]: 'signing', [third]: 'next', '-': 'expired' })
  })

  test('an expired key, or one that does not sign yet, is removed without a trace', async () => {
    const first = String((await keys.rotate('EdDSA', { leadSeconds: 0 })).kid)
    time += 1
    await keys.rotate('EdDSA', EMERGENCY)
    expect(await keys.remove(first, { acceptedToo: false })).toBe('expired')
    const third = String((await keys.rotate('EdDSA', LEAD)).kid)
    expect(await keys.remove(third, { acceptedToo: false })).toBe('next')
    expect(readdirSync(folder.path())).toHaveLength(1)
  })

  test.each(['nobody', '../keys', '__proto__', ''])('an unknown key %j is refused', async (kid) => {
    await expect(keys.remove(kid, { acceptedToo: true })).rejects.toThrow('does not exist')
  })
})
