import { copyFile, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createUserListStore } from '../../src/core/user/list/user-list.store.ts'
import { ALL_USERS } from '../../src/core/user/list/user-scope.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { bearer, call, postJson } from '../support/client.ts'
import { castellan, folderWithSettings, type ServiceProcess, startProcess } from '../support/process.ts'

let folder: Awaited<ReturnType<typeof folderWithSettings>>
let service: ServiceProcess

beforeEach(async () => {
  folder = await folderWithSettings()
})
afterEach(() => folder.remove())

async function start(): Promise<void> {
  const started = await startProcess(folder.path, ['application.mode=dev'], {
    CASTELLAN_ADMIN_PASSWORD: 'the admin',
  })
  onTestFinished(async () => {
    await started.end('SIGKILL')
  })
  service = started
}

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
  await start()
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
  expect(await namesFoundBy('lice')).toEqual(['alice'])
  expect(await namesFoundBy('bob')).toEqual([])
})

/** Searches by the index, which the backup and the restore do not copy. */
async function namesFoundBy(text: string): Promise<string[]> {
  const url = `sqlite:${join(folder.path, 'data/castellan.db')}`
  const { database, close } = await openDatabase(url, { migrate: false })
  try {
    const page = { pageIndex: 1, pageSize: 10 }
    const { list } = await createUserListStore(database).search(ALL_USERS, text, {}, undefined, page)
    return list.map(({ username }) => username)
  } finally {
    await close()
  }
}

test('after a restore into a new database, tokens of the lost one stay refused', async () => {
  await start()
  await run('role', 'add', 'clerk', '--name', 'Clerk')
  await run('user', 'add', 'alice', '--role', 'clerk', '--password-stdin')
  await run('policy', 'add', 'clerk', 'GET', '/api/v1/role')
  const beforeBackup = await login('alice', 'a password of alice')
  await run('backup', 'castellan.backup')
  const afterBackup = await login('admin', 'the admin')
  expect(await codeWith(afterBackup)).toBe(200)
  await service.end('SIGTERM')

  const data = join(folder.path, 'data')
  for (const name of await readdir(data)) if (name.startsWith('castellan.db')) await rm(join(data, name))
  await run('restore', 'castellan.backup', '--yes')
  await start()
  expect(await codeWith(beforeBackup)).toBe(401)
  expect(await codeWith(afterBackup)).toBe(401)
  const alice = await login('alice', 'a password of alice')
  expect(await codeWith(alice)).toBe(200)
  await run('user', 'disable', 'alice')
  await expect.poll(() => codeWith(alice), { timeout: 120_000 }).toBe(401)
})

describe('without the service', () => {
  beforeEach(() => run('migrate'))

  test('the database itself and a file with changes beside it are not restored', async () => {
    // An open database has its last changes in the file beside it.
    const { close } = await openDatabase(`sqlite:${join(folder.path, 'data/castellan.db')}`)
    onTestFinished(close)
    await run('role', 'add', 'kept', '--name', 'Kept')
    const own = await castellan(folder.path, ['restore', 'data/castellan.db', '--yes'])
    expect(own).toMatchObject({ code: 1, errors: expect.stringContaining('is the database itself') })
    for (const end of ['', '-wal', '-shm'])
      await copyFile(join(folder.path, `data/castellan.db${end}`), join(folder.path, `copy.db${end}`))
    const copy = await castellan(folder.path, ['restore', 'copy.db', '--yes'])
    expect(copy).toMatchObject({ code: 1, errors: expect.stringContaining('copy.db-wal has changes') })
    expect((await castellan(folder.path, ['role', 'list'])).output).toContain('Kept')
  })

  test('a file that is there is not overwritten; what is no backup changes nothing', async () => {
    await run('role', 'add', 'kept', '--name', 'Kept')
    const file = join(folder.path, 'other.db')
    await writeFile(file, 'not a database at all, but long enough to look like one'.repeat(100))
    expect(await castellan(folder.path, ['backup', 'other.db'])).toMatchObject({
      code: 1,
      errors: expect.stringContaining('exists already'),
    })
    expect((await castellan(folder.path, ['restore', 'nowhere.db', '--yes'])).errors).toContain('nowhere.db')
    expect((await castellan(folder.path, ['restore', 'other.db'])).errors).toContain('--yes')
    expect((await castellan(folder.path, ['restore', 'other.db', '--yes'])).code).toBe(1)
    expect((await castellan(folder.path, ['role', 'list'])).output).toContain('Kept')
  })

  test('--keep keeps the newest backups of the folder, and deletes nothing else', async () => {
    const backups = join(folder.path, 'backups')
    await run('user', 'add', 'alice', '--role', 'admin', '--password-stdin')
    await run('backup', 'backups', '--keep', '2')
    const [first = ''] = await readdir(backups)
    expect(first).toMatch(/^castellan-\d{8}T\d{6}Z\.db$/)
    const others = [
      'castellan.db',
      'castellan-2020-01-01.db',
      'castellan-20200101T000000Z.db.old',
      'castellan-20200102T000000Z.db',
    ]
    // The last one has the name of a backup, but is none.
    for (const name of others) await writeFile(join(backups, name), 'not a backup')
    const older = ['castellan-20200103T000000Z.db', 'castellan-20200104T000000Z.db']
    for (const name of older) await copyFile(join(backups, first), join(backups, name))
    await symlink(join(backups, first), join(backups, 'castellan-20200105T000000Z.db'))
    others.push('castellan-20200105T000000Z.db')

    // A backup that cannot be written deletes nothing.
    const failed = await castellan(folder.path, [
      'backup',
      'backups',
      '--keep',
      '1',
      '--set',
      'application.dataDir=none',
    ])
    expect(failed.code).toBe(1)
    expect(await readdir(backups)).toHaveLength(others.length + 3)

    await rename(join(backups, first), join(backups, 'castellan-20210101T000000Z.db'))
    const { output } = await castellan(folder.path, ['backup', 'backups', '--keep', '2', '--json'])
    const { file, deleted } = JSON.parse(output)
    expect(deleted.sort()).toEqual(older.map((name) => join(backups, name)))
    expect((await readdir(backups)).sort()).toEqual(
      [...others, 'castellan-20210101T000000Z.db', basename(file)].sort(),
    )
    await run('restore', file, '--yes')
  })

  test('--keep counts from 1', async () => {
    expect(await castellan(folder.path, ['backup', 'backups', '--keep', '0'])).toMatchObject({ code: 2 })
  })

  test.each([[['backup', '', '--keep', '1']], [['backup', '']]])(
    '%j: an empty name is refused',
    async (command) => {
      const before = await readdir(folder.path)
      expect(await castellan(folder.path, command)).toMatchObject({
        code: 2,
        errors: expect.stringContaining('<file> is empty'),
      })
      expect(await readdir(folder.path)).toEqual(before)
    },
  )
})
