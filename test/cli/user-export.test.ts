import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verify } from '@node-rs/argon2'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, expect, test } from 'vitest'
import { castellan, folderWithSettings } from '../support/process.ts'

const PASSWORD = 'quiet river under nine bridges'
/** More than one batch, with those that are added one by one. */
const MANY = 600

const folder = await folderWithSettings()
afterAll(folder.remove)
await castellan(folder.path, ['migrate'])
await run('role', 'add', 'clerk', '--name', 'Clerk')
await run('dept', 'add', 'Sales')

async function run(...args: string[]): Promise<string> {
  const { code, output, errors } = await castellan(folder.path, args)
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  return output
}

function change(sql: string): void {
  const database = new DatabaseSync(join(folder.path, 'data', 'castellan.db'))
  try {
    database.exec(sql)
  } finally {
    database.close()
  }
}

test('all users are written with their password hashes, links and roles, and only the owner can read the file', async () => {
  const { code } = await castellan(
    folder.path,
    ['user', 'add', 'anna', '--role', 'clerk', '--password-stdin'],
    `${PASSWORD}\n`,
  )
  expect(code).toBe(0)
  await castellan(
    folder.path,
    ['user', 'add', 'boss', '--role', 'admin', '--password-stdin'],
    `${PASSWORD}\n`,
  )
  await run('user', 'change', 'anna', '--department', '1', '--nick-name', '=1+1, "Änne"')
  const hash = '$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy'
  const lines = Array.from({ length: MANY }, (_, index) => `user${index},clerk,${hash},disabled`)
  await writeFile(
    join(folder.path, 'users.csv'),
    ['username,roleKey,passwordHash,status', ...lines].join('\n'),
  )
  await run('user', 'import', 'users.csv')
  await run('service-account', 'add', 'ci-bot', '--role', 'clerk', '--owner', 'boss')
  change(`
    insert into user_links (issuer, subject, user_id, linked_at, last_login_at) values ('https://idp.example', 's-1', 1, 0, 0);
    update users set password_hash = '' where username = 'user0';
  `)

  const file = join(folder.path, 'users.json')
  expect(JSON.parse(await run('user', 'export', file, '--json'))).toEqual({
    file,
    users: MANY + 2,
    withoutPassword: 1,
  })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const users: { username: string; passwordHash: string; status: string }[] = JSON.parse(
    await readFile(file, 'utf8'),
  )
  expect(users.map(({ username }) => username)).toEqual([
    'anna',
    'boss',
    ...lines.map((line) => line.split(',')[0]),
  ])
  const [anna, , first, second] = users
  expect(anna).toMatchObject({
    nickName: '=1+1, "Änne"',
    roleKey: 'clerk',
    formerRoleKey: null,
    deptId: 1,
    deptName: 'Sales',
    status: 'enabled',
    links: [{ issuer: 'https://idp.example', subject: 's-1' }],
  })
  expect(await verify(anna?.passwordHash ?? '', PASSWORD)).toBe(true)
  expect(first).toMatchObject({ passwordHash: null, status: 'disabled', links: [], deptName: null })
  expect(second?.passwordHash).toBe(hash)
})

test('an existing file is never replaced', async () => {
  const file = join(folder.path, 'notes.json')
  await writeFile(file, 'notes')
  const { code, errors } = await castellan(folder.path, ['user', 'export', file])
  expect(code).toBe(1)
  expect(errors).toContain('notes.json exists already: choose another name or delete it')
  expect(await readFile(file, 'utf8')).toBe('notes')
})
