import { chmod, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { signingSecret } from './generated-secret.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'castellan-test-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('a configured secret is used, and nothing is written', async () => {
  expect(signingSecret('configured', folder, true)).toBe('configured')
  expect(await readdir(folder)).toEqual([])
})

test('without one, a secret is generated once and stored for its owner only', async () => {
  const secret = signingSecret('', folder, true)
  expect(Buffer.byteLength(secret)).toBeGreaterThanOrEqual(48)
  expect(signingSecret('', folder, true)).toBe(secret)
  expect(await readdir(folder)).toEqual(['jwt.secret'])
  expect((await stat(join(folder, 'jwt.secret'))).mode & 0o777).toBe(0o600)
})

test('a file that others may read makes the start fail', async () => {
  signingSecret('', folder, true)
  await chmod(join(folder, 'jwt.secret'), 0o640)
  expect(() => signingSecret('', folder, true)).toThrow(/chmod 600/)
})

test('a file without a secret makes the start fail', async () => {
  await writeFile(join(folder, 'jwt.secret'), 'short', { mode: 0o600 })
  expect(() => signingSecret('', folder, true)).toThrow(/32 bytes/)
})

test('a file with a known secret makes the start fail, except in dev', async () => {
  await writeFile(join(folder, 'jwt.secret'), 'a-string-secret-at-least-256-bits-long', { mode: 0o600 })
  expect(() => signingSecret('', folder, true)).toThrow(/jwt\.secret is publicly known/)
  expect(signingSecret('', folder, false)).toBe('a-string-secret-at-least-256-bits-long')
})

test('a secret of 32 bytes is long enough, and surrounding white space is ignored', async () => {
  const secret = 'tR8s0-2hVw7mQy4Zk1Xb6Nd3Jf9Lg5Pc'
  await writeFile(join(folder, 'jwt.secret'), ` ${secret}\r\n`, { mode: 0o600 })
  expect(signingSecret('', folder, true)).toBe(secret)
})

test('a broken symbolic link makes the start fail and is not replaced', async () => {
  await symlink(join(folder, 'nowhere'), join(folder, 'jwt.secret'))
  expect(() => signingSecret('', folder, true)).toThrow(/ENOENT/)
  expect(await readdir(folder)).toEqual(['jwt.secret'])
})
