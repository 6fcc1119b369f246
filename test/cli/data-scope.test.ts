import { afterAll, expect, test } from 'vitest'
import { castellan, folderWithSettings } from '../support/process.ts'

const PASSWORD = 'quiet river under nine bridges'

const folder = await folderWithSettings()
afterAll(folder.remove)
await run(['migrate'])
await run(['dept', 'add', 'Yunnan'])
await run(['dept', 'add', 'Kunming', '--parent', '1'])
await run(['dept', 'add', 'Sichuan'])
await run(['role', 'add', 'leader', '--name', 'Leader', '--data-scope', 'department-and-below'])
await run(['user', 'add', 'bob', '--role', 'leader', '--department', '1', '--password-stdin'], PASSWORD)
await run(['user', 'add', 'eve', '--role', 'leader', '--password-stdin'], PASSWORD)

async function run(args: string[], input = ''): Promise<string> {
  const { code, output, errors } = await castellan(folder.path, args, input)
  expect({ args, code, errors }).toEqual({ args, code: 0, errors: '' })
  return output
}
const explain = (user: string, department: string) =>
  run(['data-scope', 'explain', '--user', user, '--department', department])

test('data-scope explain says yes or no, and why', async () => {
  expect(await explain('bob', '2')).toBe(
    'yes: 2 Kunming is below 1 Yunnan\nThe user bob has the role leader and the data scope "own department and below", and is in department 1 Yunnan.\n',
  )
  expect(await explain('bob', '3')).toMatch(/^no: 3 Sichuan is not below 1 Yunnan\n/)
  expect(await explain('eve', '3')).toMatch(
    /^no: the data scope needs a department, and the user is in none\n.*, and is in no department\.\n$/,
  )
})

test('what does not exist is an error, not a no', async () => {
  const asked = ['data-scope', 'explain', '--user']
  const unknown = await castellan(folder.path, [...asked, 'mallory', '--department', '1'])
  expect([unknown.code, unknown.output]).toEqual([1, ''])
  expect(unknown.errors).toContain('There is no user with the username "mallory".')
  const missing = await castellan(folder.path, [...asked, 'bob', '--department', '9'])
  expect([missing.code, missing.output]).toEqual([1, ''])
  expect(missing.errors).toContain('There is no department with the ID 9.')
})

test('data-scope rls prints SQL, and refuses names that are not plain', async () => {
  const columns = ['--department', 'dept_id', '--owner', 'created_by']
  const sql = await run(['data-scope', 'rls', 'shop.orders', ...columns])
  expect(sql).toContain('alter table "shop"."orders" force row level security;')
  expect(sql).toContain('create role "orders_app";')
  expect(await run(['data-scope', 'rls', 'orders', ...columns, '--role', 'clerk'])).toContain('"clerk"')
  const refused = await castellan(folder.path, ['data-scope', 'rls', 'orders; drop table x', ...columns])
  expect([refused.code, refused.output]).toEqual([2, ''])
  expect(refused.errors).toContain('the table "orders; drop table x" must have')
})

test('--check shows what users would see more and less, and changes nothing', async () => {
  const changes = [
    ['user', 'change', 'bob', '--department', '2'],
    ['role', 'change', 'leader', '--data-scope', 'own'],
    ['dept', 'move', '2', '--parent', '3'],
    ['dept', 'change', '1', '--status', 'disabled'],
  ]
  const before = await run(['dept', 'list', '--json'])
  expect(await run([...(changes[0] ?? []), '--check'])).toBe(
    '1 user would no longer see 0 users in 1 department\nNothing was changed.\n',
  )
  expect(await run([...(changes[1] ?? []), '--check'])).toMatch(
    /^1 user would additionally see own rows, or rows without a department\n1 user would no longer see 1 user in 2 departments\n/,
  )
  for (const change of changes) expect(await run([...change, '--check'])).toContain('Nothing was changed.')
  const noEffect = await run(['user', 'change', 'bob', '--department', '1', '--check', '--json'])
  expect(JSON.parse(noEffect)).toMatchObject({ usersGaining: 0, usersLosing: 0 })
  expect(await run(['dept', 'list', '--json'])).toBe(before)
  const refused = await castellan(folder.path, ['dept', 'move', '1', '--parent', '2', '--check'])
  expect([refused.code, refused.output]).toEqual([1, ''])
})

test('report empty-scopes lists who sees no rows', async () => {
  expect(await run(['report', 'empty-scopes'])).toMatch(
    /^ROLE +USER +DEPARTMENT +REASON\nleader +eve +none +department-missing\n$/,
  )
})
