import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bearer, call, postJson } from '../support/client.ts'
import { castellan, folderWithSettings, type ServiceProcess, startProcess } from '../support/process.ts'

// Every test starts processes.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

let folder: Awaited<ReturnType<typeof folderWithSettings>>
let service: ServiceProcess

beforeEach(async () => {
  folder = await folderWithSettings()
  service = await startProcess(folder.path, ['application.mode=dev'], {
    CASTELLAN_ADMIN_PASSWORD: 'the admin',
  })
})
afterEach(async () => {
  await service.end('SIGKILL')
  await folder.remove()
})

async function run(...args: string[]): Promise<void> {
  const { code, errors } = await castellan(folder.path, args, 'a password of alice')
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
}

async function login(username: string, password: string): Promise<string> {
  const { body } = await call(`${service.base}/login`, postJson({ username, password }))
  return typeof body.token === 'string' ? body.token : ''
}

async function codeWith(token: string): Promise<unknown> {
  return (await call(`${service.base}/role`, bearer(token))).body.code
}

test('a backup is made and restored while the service runs; it follows, and everybody logs in again', async () => {
  await run('role', 'add', 'kept', '--name', 'Kept')
  await run('user', 'add', 'alice', '--role', 'kept', '--password-stdin')
  await run('policy', 'add', 'kept', 'GET', '/api/v1/role')
  const before = await login('alice', 'a password of alice')
  await expect.poll(() => codeWith(before), { timeout: 120_000 }).toBe(200)

  await run('backup', 'castellan.backup')
  expect((await stat(join(folder.path, 'castellan.backup'))).mode & 0o777).toBe(0o600)

  // What happens after the backup is undone by the restore, but nobody gets in by a token from before it.
  await run('policy', 'remove', 'kept', 'GET', '/api/v1/role')
  await run('user', 'disable', 'alice')
  await run('user', 'add', 'bob', '--role', 'admin', '--password-stdin')
  const bob = await login('bob', 'a password of alice')
  expect(await codeWith(bob)).toBe(200)

  await run('restore', 'castellan.backup', '--yes')
  await expect.poll(() => codeWith(bob), { timeout: 120_000 }).toBe(401)
  expect(await codeWith(before)).toBe(401)
  expect(await login('bob', 'a password of alice')).toBe('')
  const after = await login('alice', 'a password of alice')
  expect(await codeWith(after)).toBe(200)
  expect(await codeWith(before)).toBe(401)
})

test('a file that is there is not overwritten; what is no backup changes nothing', async () => {
  const file = join(folder.path, 'other.db')
  await writeFile(file, 'not a database at all, but long enough to look like one'.repeat(100))
  expect(await castellan(folder.path, ['backup', 'other.db'])).toMatchObject({
    code: 1,
    errors: expect.stringContaining('exists already'),
  })
  expect((await castellan(folder.path, ['restore', 'nowhere.db', '--yes'])).errors).toContain('nowhere.db')
  expect((await castellan(folder.path, ['restore', 'other.db'])).errors).toContain('--yes')
  expect((await castellan(folder.path, ['restore', 'other.db', '--yes'])).code).toBe(1)
  expect(await codeWith(await login('admin', 'the admin'))).toBe(200)
})
