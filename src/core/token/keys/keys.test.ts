import { chmodSync, rmSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { eventually } from '../../../../test/support/eventually.ts'
import { FILE_SECRET, newPrivateKey, pemOf } from '../../../../test/support/key-files.ts'
import { keyFolderForTests } from '../../../../test/support/key-folder.ts'
import { secretTokenKey } from '../token-key.ts'
import { createKeyFolder } from './key-folder.ts'
import { type Keys, openKeys } from './keys.ts'
import type { Algorithm } from './signature.ts'

const folder = keyFolderForTests()
const T0 = Date.parse('2030-01-01T00:00:00Z')
const pem = pemOf(newPrivateKey.EdDSA())
const dated = (time: number, body = pem): string => `signs-from: ${new Date(time).toISOString()}\n${body}`

let keys: Keys | undefined
let time = T0
const problems: string[] = []
afterEach(async () => {
  await keys?.close()
  keys = undefined
  time = T0
  problems.length = 0
})

async function open(algorithm: Algorithm = 'HS256'): Promise<Keys> {
  keys = await openKeys({
    folder: createKeyFolder({ path: folder.path(), mustExist: false, strongSecretRequired: true }),
    secret: await secretTokenKey('tR8s0-2hVw7mQy4Zk1Xb6Nd3Jf9Lg5Pc'),
    algorithm,
    tokenLifetimeSeconds: 3600,
    now: () => time,
    onProblem: ({ message }) => problems.push(message),
    pollMilliseconds: 5,
  })
  return keys
}

const signingKid = (): string | undefined => keys?.current().signing?.kid
const acceptedKids = (): unknown[] | undefined => keys?.current().accepted.map(({ kid }) => kid)

test('a rotation over time: the new key is published, then signs; the old key is accepted, then expires', async () => {
  await open()
  const first = keys?.current()
  expect(first?.signing?.algorithm).toBe('HS256')
  expect(first?.published).toEqual({ keys: [] })
  folder.put('a.pem', dated(T0 + 600_000))
  await eventually(() => expect(acceptedKids()).toEqual(['a', undefined]))
  expect(signingKid()).toBeUndefined()
  expect(keys?.current().published.keys).toMatchObject([{ kid: 'a', kty: 'OKP', alg: 'EdDSA', use: 'sig' }])
  time = T0 + 600_000
  await eventually(() => expect(signingKid()).toBe('a'))
  expect(acceptedKids()).toEqual(['a', undefined])
  expect(keys?.current().generation).toBe(first?.generation)
  time += 3_660_000
  await eventually(() => expect(acceptedKids()).toEqual(['a']))
  expect(keys?.current().generation).toBe(1)
  expect(problems).toEqual([])
})

test('the set is the same object while nothing changes', async () => {
  folder.put('a.pem', pem)
  await open()
  const set = keys?.current()
  folder.put('b.pem', 'nonsense')
  await eventually(() => expect(problems).toHaveLength(1))
  expect(keys?.current()).toBe(set)
})

test('an invalid file is reported once, the keys stay in use, and it recovers when the file is repaired', async () => {
  folder.put('a.pem', pem)
  await open()
  folder.put('b.pem', pemOf(newPrivateKey.EdDSA()), 0o644)
  await eventually(() => expect(keys?.isDegraded).toBe(true))
  folder.put('c.secret', FILE_SECRET)
  await eventually(() => expect(acceptedKids()).toEqual(['a', 'c']))
  expect(problems).toEqual([expect.stringMatching(/b\.pem can be read by others/)])
  chmodSync(folder.path('b.pem'), 0o600)
  await eventually(() => expect(keys?.isDegraded).toBe(false))
  expect(acceptedKids()).toEqual(['a', 'b', 'c'])
  expect(problems).toHaveLength(1)
})

test('a removed key starts a new generation, even if another file cannot be read', async () => {
  folder.put('a.pem', dated(T0 - 1000))
  folder.put('b.pem', dated(T0, pemOf(newPrivateKey.EdDSA())))
  await open()
  const before = keys?.current().generation ?? 0
  folder.put('c.pem', 'nonsense')
  rmSync(folder.path('a.pem'))
  await eventually(() => expect(acceptedKids()).not.toContain('a'))
  expect(keys?.current().generation).toBe(before + 1)
})

test('another key with the same name starts a new generation', async () => {
  folder.put('a.pem', pem)
  await open()
  folder.put('a.pem', pemOf(newPrivateKey.EdDSA()))
  await eventually(() => expect(keys?.current().generation).toBe(1))
})

test('if the last key is removed, nothing signs and a problem is reported', async () => {
  folder.put('a.pem', pem)
  await open('EdDSA')
  rmSync(folder.path('a.pem'))
  await eventually(() => expect(keys?.current().signing).toBeUndefined())
  await eventually(() =>
    expect(problems).toEqual([expect.stringMatching(/contains no key that signs now.*key rotate/)]),
  )
  expect(keys?.isDegraded).toBe(true)
})

describe('a start fails', () => {
  test('with an invalid file', async () => {
    folder.put('a.pem', pem)
    const path = folder.put('b.pem', pemOf(newPrivateKey.EdDSA()), 0o640)
    await expect(open()).rejects.toThrow(`${path} can be read by others`)
  })

  test('without any key that signs', async () => {
    await expect(open('EdDSA')).rejects.toThrow(/contains no key that signs now/)
  })
})

test('an unreadable folder is reported once, the keys stay in use, and it recovers when the folder is readable again', async () => {
  const real = createKeyFolder({ path: folder.path(), mustExist: false, strongSecretRequired: true })
  let looks = 0
  let isBroken = false
  keys = await openKeys({
    folder: {
      path: real.path,
      read() {
        looks++
        return isBroken ? Promise.reject(new Error('the disk is gone')) : real.read()
      },
    },
    secret: await secretTokenKey('tR8s0-2hVw7mQy4Zk1Xb6Nd3Jf9Lg5Pc'),
    algorithm: 'HS256',
    tokenLifetimeSeconds: 3600,
    now: () => time,
    onProblem: ({ message }) => problems.push(message),
    pollMilliseconds: 5,
  })
  const set = keys.current()
  isBroken = true
  const before = looks
  await eventually(() => expect(looks).toBeGreaterThan(before + 3))
  expect(problems).toEqual(['the disk is gone'])
  expect(keys.isDegraded).toBe(true)
  expect(keys.current()).toBe(set)
  isBroken = false
  await eventually(() => expect(keys?.isDegraded).toBe(false))
})
