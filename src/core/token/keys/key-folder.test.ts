import { execFileSync } from 'node:child_process'
import { createPrivateKey } from 'node:crypto'
import {
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FILE_SECRET, newPrivateKey, pemOf } from '../../../../test/support/key-files.ts'
import { keyFolderForTests } from '../../../../test/support/key-folder.ts'
import { createKeyFolder, type KeyFolder } from './key-folder.ts'

const folder = keyFolderForTests()
const pem = pemOf(newPrivateKey.EdDSA())

const open = (mustExist = false): KeyFolder =>
  createKeyFolder({ path: folder.path(), mustExist, strongSecretRequired: true })

/** The key ids and the problems that a look at the folder gives. */
async function look(reader = open()): Promise<{ kids: string[]; problems: string[] }> {
  const { keys, problems } = await reader.read()
  return { kids: keys.map(({ kid }) => kid), problems: problems.map(({ message }) => message) }
}

test('every file is a key, sorted by name; hidden files and folders are ignored', async () => {
  folder.put('b.pem', pem)
  folder.put('a.secret', FILE_SECRET)
  folder.put('.b.pem.swp', 'not looked at')
  mkdirSync(folder.path('lost+found'))
  expect(await look()).toEqual({ kids: ['a', 'b'], problems: [] })
})

test('a broken symbolic link is ignored, because its target may appear later', async () => {
  folder.put('a.pem', pem)
  symlinkSync(join(folder.dataDir(), 'nowhere'), folder.path('b.pem'))
  expect(await look()).toEqual({ kids: ['a'], problems: [] })
})

test('a file may be a symbolic link, as mounted secrets are', async () => {
  writeFileSync(join(folder.dataDir(), 'elsewhere'), pem, { mode: 0o600 })
  mkdirSync(folder.path(), { mode: 0o700 })
  symlinkSync(join(folder.dataDir(), 'elsewhere'), folder.path('a.pem'))
  expect((await look()).kids).toEqual(['a'])
})

test('a missing folder is empty, unless it is required', async () => {
  expect(await look()).toEqual({ kids: [], problems: [] })
  expect((await look(open(true))).problems).toEqual([expect.stringMatching(/keys.* does not exist/)])
})

describe('rights', () => {
  test.each([0o644, 0o640, 0o604, 0o660, 0o620, 0o601, 0o610, 0o777])(
    'a file of mode %o is refused, with its name and the fix',
    async (mode) => {
      const path = folder.put('a.pem', pem, mode)
      expect(await look()).toEqual({
        kids: [],
        problems: [expect.stringContaining(`${path} can be read by others: run "chmod 600 ${path}"`)],
      })
    },
  )

  test.each([0o600, 0o400, 0o700])('a file of mode %o is accepted', async (mode) => {
    folder.put('a.pem', pem, mode)
    expect(await look()).toEqual({ kids: ['a'], problems: [] })
  })

  test('the permissions of the target of a link are checked', async () => {
    writeFileSync(join(folder.dataDir(), 'elsewhere'), pem)
    chmodSync(join(folder.dataDir(), 'elsewhere'), 0o644)
    mkdirSync(folder.path(), { mode: 0o700 })
    symlinkSync(join(folder.dataDir(), 'elsewhere'), folder.path('a.pem'))
    expect((await look()).problems).toEqual([expect.stringContaining('chmod 600')])
  })

  test.each([0o777, 0o770, 0o722, 0o1777])(
    'a folder of mode %o, into which others could put a key, is refused',
    async (mode) => {
      folder.put('a.pem', pem)
      chmodSync(folder.path(), mode)
      expect(await look()).toEqual({
        kids: [],
        problems: [expect.stringContaining(`run "chmod 700 ${folder.path()}"`)],
      })
    },
  )
})

describe('is refused', () => {
  test('a file instead of the folder', async () => {
    writeFileSync(folder.path(), '')
    chmodSync(folder.path(), 0o600)
    expect((await look()).problems).toEqual([expect.stringContaining('is not a folder')])
  })

  test('a file that is not a regular file, without blocking', async () => {
    mkdirSync(folder.path(), { mode: 0o700 })
    execFileSync('mkfifo', ['-m', '600', folder.path('a.pem')])
    expect((await look()).problems).toEqual([expect.stringContaining('not a regular file')])
  })

  test('a file that is far too large', async () => {
    folder.put('a.secret', 'x'.repeat(70_000))
    expect((await look()).problems).toEqual([expect.stringContaining('too large')])
  })

  test('a key with the public part of another key', async () => {
    const POINT_BYTES = 65
    const der = (key = newPrivateKey.ES256()) => key.export({ type: 'pkcs8', format: 'der' })
    const mixed = Buffer.concat([der().subarray(0, -POINT_BYTES), der().subarray(-POINT_BYTES)])
    const text = mixed.toString('base64')
    folder.put('a.pem', `-----BEGIN PRIVATE KEY-----\n${text}\n-----END PRIVATE KEY-----\n`)
    expect(await look()).toEqual({ kids: [], problems: [expect.stringMatching(/a\.pem holds /)] })
  })

  test('an RSA key with a wrong exponent, whose signatures could not be verified', async () => {
    const jwk = {
      ...newPrivateKey.RS256().export({ format: 'jwk' }),
      e: Buffer.from([1, 0, 3]).toString('base64url'),
    }
    folder.put('a.pem', pemOf(createPrivateKey({ key: jwk, format: 'jwk' })))
    expect((await look()).problems).toEqual([expect.stringContaining('does not verify what it signs')])
  })

  test('two files with the same name', async () => {
    folder.put('a.pem', pem)
    folder.put('a.secret', FILE_SECRET)
    expect((await look()).problems).toEqual([
      expect.stringMatching(/a\.pem and .*a\.secret have the same name/),
    ])
  })
})

describe('while it is in use', () => {
  test('new files are added, changed files are read again, and deleted files are removed', async () => {
    const reader = open()
    folder.put('a.pem', pem)
    expect(await look(reader)).toEqual({ kids: ['a'], problems: [] })
    folder.put('b.secret', FILE_SECRET)
    expect(await look(reader)).toEqual({ kids: ['a', 'b'], problems: [] })
    folder.put('a.pem', `signs-from: 2030-01-01T00:00:00Z\n${pem}`)
    const { keys } = await reader.read()
    expect(keys[0]?.signsFrom).toBe(Date.parse('2030-01-01'))
    rmSync(folder.path('a.pem'))
    expect(await look(reader)).toEqual({ kids: ['b'], problems: [] })
  })

  test('an unchanged file keeps its key object', async () => {
    const reader = open()
    folder.put('a.pem', pem)
    const [first, second] = [await reader.read(), await reader.read()]
    expect(second.keys[0]).toBe(first.keys[0])
  })

  test('a file that is overwritten with the same length and modification time is read again', async () => {
    const reader = open()
    const path = folder.put('a.pem', pem)
    const { atime, mtime } = statSync(path)
    utimesSync(path, atime, mtime)
    const before = (await reader.read()).keys[0]?.tokenKey?.fingerprint
    writeFileSync(path, pemOf(newPrivateKey.EdDSA()))
    utimesSync(path, atime, mtime)
    expect((await reader.read()).keys[0]?.tokenKey?.fingerprint).not.toBe(before)
  })

  test('an unreadable file keeps its last content, and the other files are still applied', async () => {
    const reader = open()
    folder.put('a.pem', pem)
    folder.put('b.pem', pemOf(newPrivateKey.EdDSA()))
    await reader.read()
    folder.put('a.pem', 'nonsense')
    rmSync(folder.path('b.pem'))
    folder.put('c.pem', pemOf(newPrivateKey.EdDSA()))
    expect(await look(reader)).toEqual({
      kids: ['a', 'c'],
      problems: [expect.stringContaining('a.pem holds no')],
    })
    chmodSync(folder.path('a.pem'), 0o644)
    expect((await look(reader)).kids).toEqual(['a', 'c'])
  })

  test('a second file with the name of a key changes nothing', async () => {
    const reader = open()
    folder.put('a.secret', FILE_SECRET)
    await reader.read()
    folder.put('a.pem', pem)
    const { keys, problems } = await reader.read()
    expect(keys.map(({ tokenKey }) => tokenKey?.algorithm)).toEqual(['HS256'])
    expect(problems).toHaveLength(1)
  })

  test('the keys of a folder that disappeared stay in use', async () => {
    const reader = open()
    folder.put('a.pem', pem)
    await reader.read()
    renameSync(folder.path(), `${folder.path()}.away`)
    expect(await look(reader)).toEqual({ kids: ['a'], problems: [expect.stringContaining('does not exist')] })
    renameSync(`${folder.path()}.away`, folder.path())
    expect(await look(reader)).toEqual({ kids: ['a'], problems: [] })
  })

  test('a removed key stays removed, even if its file exists', async () => {
    const reader = open()
    folder.put('a.pem', pem)
    folder.put('a.removed', 'signs-from: 2030-01-01T00:00:00Z\n')
    const { keys, problems } = await reader.read()
    expect(problems).toEqual([])
    expect(keys).toMatchObject([{ kid: 'a', isRemoved: true, tokenKey: undefined }])
  })
})
