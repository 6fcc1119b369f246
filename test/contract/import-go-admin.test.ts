import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hash as bcryptHash } from '@node-rs/bcrypt'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { createPolicyStore } from '../../src/core/permission/policy.store.ts'
import { openForeignDatabase } from '../../src/platform/database/foreign-database.ts'
import { call, postJson } from '../support/client.ts'
import type { TestContext } from '../support/context.ts'
import { startService } from '../support/service.ts'
import {
  createGoAdminTables,
  type DeletedMark,
  dept,
  fillGoAdmin,
  GO_ADMIN_TABLES,
  gone,
  OLD_PASSWORD,
  role,
  rule,
  user,
} from './old-go-admin.ts'
import { examplesOf, importInto, onEveryOldDatabase } from './old-systems.ts'

const MD5 = '5f4dcc3b5aa765d61d8327deb882cf99'
const MARKS: readonly DeletedMark[] = ['time', 'number', 'both']
let hash: string

beforeAll(async () => {
  hash = await bcryptHash(OLD_PASSWORD, 10)
})

async function newService(settings = {}) {
  const service = await startService({ settings: { application: { mode: 'dev' }, ...settings } })
  onTestFinished(service.close)
  return service
}

const rulesOf = ({ database }: TestContext, roleKey: string) =>
  createPolicyStore(database).listByRole(roleKey)

onEveryOldDatabase((openOld) => {
  test('the plan is shown and nothing is written; then it is written, and users log in with their passwords', async () => {
    const old = await openOld()
    await createGoAdminTables(old)
    await fillGoAdmin(old, hash)
    const before = await old.contents(GO_ADMIN_TABLES)
    const { context, base } = await newService()
    const dry = await importInto(context, 'go-admin', { from: old.url, dryRun: true })
    expect(dry.result).toMatchObject({
      isImported: false,
      counts: {
        departments: { create: 3, unchanged: 0 },
        roles: { create: 2, unchanged: 0 },
        rules: { create: 2, unchanged: 0 },
        users: { create: 2, unchanged: 0 },
      },
    })
    expect(dry.result.mappings).toContainEqual({
      what: 'status of users',
      from: '1',
      to: 'disabled',
      count: 1,
    })
    expect(dry.result.mappings).toContainEqual({
      what: 'data scope of roles',
      from: '2',
      to: 'custom',
      count: 1,
    })
    expect(await context.users.findByName('alice')).toBeUndefined()

    const { result, output } = await importInto(context, 'go-admin', { from: old.url })
    expect(result.isImported).toBe(true)
    expect(`${dry.output}${output}`).not.toContain('$2')
    expect(await old.contents(GO_ADMIN_TABLES)).toBe(before)

    const roles = await context.roles.all()
    const departments = await context.departments.all({ kind: 'all' })
    const idOf = (name: string) => departments.find(({ deptName }) => deptName === name)?.deptId
    expect(roles.find(({ roleKey }) => roleKey === 'clerk')).toMatchObject({
      dataScope: '2',
      deptIds: [idOf('Operations')],
      status: '1',
    })
    expect(departments.find(({ deptName }) => deptName === 'Research')).toMatchObject({
      parentId: idOf('Head office'),
      leader: 'Lee',
    })
    expect(await context.users.findByName('alice')).toMatchObject({
      deptId: idOf('Research'),
      email: 'alice@example.com',
      status: '2',
      pwdChangeDue: false,
    })
    expect(await rulesOf(context, 'editor')).toEqual([
      { roleKey: 'editor', method: 'GET', path: '/api/v1/orders/:id' },
      { roleKey: 'editor', method: 'POST', path: '/api/v1/orders' },
    ])
    const login = async (username: string) =>
      (await call(`${base}/login`, postJson({ username, password: OLD_PASSWORD }))).body.code
    expect(await login('alice')).toBe(200)
    expect(await login('bob')).toBe(400)
    const { database } = context
    const stored = await database
      .selectFrom('users')
      .select('password_hash')
      .where('username', '=', 'alice')
      .execute()
    expect(stored[0]?.password_hash).toMatch(/^\$argon2id/)
    const events = await database.selectFrom('events').select(['kind', 'severity']).execute()
    expect(events).toContainEqual({ kind: 'system.imported', severity: 'critical' })
    const log = await database.selectFrom('audit_log').select(['action', 'after']).execute()
    expect(log.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['dept.create', 'role.create', 'policy.add', 'user.import']),
    )
    expect(JSON.stringify(log)).toContain('alice')
    expect(JSON.stringify(log)).not.toContain('$2')
  })

  test('the old database cannot be changed over the connection to it', async () => {
    const old = await openOld()
    await createGoAdminTables(old)
    await fillGoAdmin(old, hash)
    const { database, close } = await openForeignDatabase(old.url)
    onTestFinished(close)
    await expect(sql`delete from sys_user`.execute(database)).rejects.toThrow(/read-?only|read only/i)
  })

  test('no user is lost or read twice, whatever the number of digits of the ids', async () => {
    const old = await openOld()
    await createGoAdminTables(old)
    await old.run([dept(7, 0, 'Research'), role(2, 'editor')])
    const ids = Array.from({ length: 1203 }, (_, i) => i + 1)
    await old.run(ids.map((id) => user(id, `user-${id}`, { password: hash })))
    const { context } = await newService()
    const { result } = await importInto(context, 'go-admin', { from: old.url })
    expect(result.counts.users).toEqual({ create: 1203, unchanged: 0 })
    const stored = await context.database.selectFrom('users').select('username').execute()
    expect(stored.filter(({ username }) => username.startsWith('user-'))).toHaveLength(1203)
  })

  test('again, nothing is written; what has changed is listed and stays, and what was removed there stays', async () => {
    const old = await openOld()
    await createGoAdminTables(old)
    await fillGoAdmin(old, hash)
    const { context } = await newService()
    await importInto(context, 'go-admin', { from: old.url })
    const again = await importInto(context, 'go-admin', { from: old.url })
    expect(again.result).toMatchObject({
      isImported: false,
      counts: {
        departments: { create: 0, unchanged: 3 },
        roles: { create: 0, unchanged: 2 },
        rules: { create: 0, unchanged: 2 },
        users: { create: 0, unchanged: 2 },
      },
    })
    expect(again.result.findings.filter(({ kind }) => kind === 'differs')).toEqual([])
    await old.run([
      "update sys_user set email = 'new@example.com', status = '1' where username = 'alice'",
      "update sys_role set data_scope = '1' where role_key = 'editor'",
      "update sys_dept set leader = 'Kim' where dept_id = 7",
      'delete from casbin_rule where id = 2',
      user(9, 'carol', { password: hash }),
    ])
    const { result } = await importInto(context, 'go-admin', { from: old.url })
    expect(result.counts.users).toEqual({ create: 1, unchanged: 1 })
    expect(examplesOf(result, 'users: email, status')).toEqual(['user "alice"'])
    expect(examplesOf(result, 'roles: dataScope')).toEqual(['role "editor"'])
    expect(examplesOf(result, 'departments: leader')).toEqual(['department "Head office / Research"'])
    expect(await context.users.findByName('alice')).toMatchObject({ email: 'alice@example.com', status: '2' })
    expect(await rulesOf(context, 'editor')).toHaveLength(2)
  })

  test('nobody gets the role admin without --admin, which must name somebody', async () => {
    const old = await openOld()
    await createGoAdminTables(old)
    await fillGoAdmin(old, hash)
    const { context } = await newService()
    const without = await importInto(context, 'go-admin', { from: old.url, dryRun: true })
    expect(examplesOf(without.result, 'without --admin')).toEqual(['user "root" (id 1)'])
    await expect(importInto(context, 'go-admin', { from: old.url, admin: ['nobody'] })).rejects.toThrow(
      '--admin nobody: there is no such user',
    )
    expect(await context.users.findByName('alice')).toBeUndefined()
    await importInto(context, 'go-admin', { from: old.url, admin: ['root'] })
    const admin = await context.roles.findByKey('admin')
    expect((await context.users.findByName('root'))?.roleId).toBe(admin?.roleId)
    const events = await context.database.selectFrom('events').select('kind').execute()
    expect(events.map(({ kind }) => kind)).toContain('admin.granted')
  })

  test.each(MARKS)('what is deleted, marked by %s, is not imported', async (mark) => {
    const old = await openOld()
    await createGoAdminTables(old, mark)
    await fillGoAdmin(old, hash)
    const value = gone(mark)
    await old.run([
      user(20, 'deleted', { password: hash, deleted_at: `sql:${value}` }),
      role(20, 'former', { deleted_at: `sql:${value}` }),
      user(21, 'orphaned', { password: hash, role_id: 20 }),
      dept(20, 1, 'Closed', { deleted_at: `sql:${value}` }),
      user(22, 'elsewhere', { password: hash, dept_id: 20 }),
      rule(20, 'former', 'GET', '/api/v1/orders'),
      ...(mark === 'both' ? [user(23, 'half', { password: hash, deleted_at_ms: 1_767_323_045_000 })] : []),
    ])
    const { context } = await newService()
    const { result } = await importInto(context, 'go-admin', { from: old.url })
    expect(result.counts).toMatchObject({
      users: { create: 3 },
      roles: { create: 2 },
      departments: { create: 3 },
    })
    expect(examplesOf(result, 'rules of a deleted role')).toEqual(['role "former": 1'])
    expect(examplesOf(result, 'the role does not exist')).toEqual(['user "orphaned" (id 21)'])
    expect(examplesOf(result, 'the user is in none')).toEqual(['user "elsewhere" (id 22)'])
    for (const name of ['deleted', 'half']) expect(await context.users.findByName(name)).toBeUndefined()
  })

  test('an unknown status is disabled, an unknown scope no data; hashes decide who needs a new password', async () => {
    const old = await openOld()
    await createGoAdminTables(old)
    await old.run([
      dept(7, 0, 'Research', { status: 7 }),
      role(2, 'editor', { data_scope: '9' }),
      role(3, 'empty', { data_scope: '', status: '' }),
      user(1, 'odd', { password: hash, status: 'x' }),
      user(2, 'weak', { password: await bcryptHash(OLD_PASSWORD, 4) }),
      user(3, 'slow', { password: hash.replace(/^\$2.\$10/, '$2a$15') }),
      user(4, 'md5', { password: MD5 }),
      user(5, 'none', { password: '' }),
    ])
    const { context, base } = await newService()
    const { result, output } = await importInto(context, 'go-admin', { from: old.url })
    expect(result.counts.users.create).toBe(5)
    expect(output).not.toContain(MD5)
    expect(await context.users.findByName('odd')).toMatchObject({ status: '1' })
    for (const key of ['editor', 'empty'])
      expect(await context.roles.findByKey(key)).toMatchObject({ dataScope: '2', deptIds: [] })
    expect(await context.roles.findByKey('empty')).toMatchObject({ status: '1' })
    expect(result.mappings).toContainEqual({
      what: 'data scope of roles',
      from: '9',
      to: 'none (unknown value)',
      count: 1,
    })
    expect(result.mappings).toContainEqual({
      what: 'status of departments',
      from: '7',
      to: 'disabled (unknown value)',
      count: 1,
    })
    expect(examplesOf(result, 'cost of 4')).toEqual(['user "weak" (id 2)'])
    expect(examplesOf(result, 'takes too long')).toEqual(['user "slow" (id 3)'])
    expect(examplesOf(result, 'MD5')).toEqual(['user "md5" (id 4)'])
    const codes = async (username: string, password: string) =>
      (await call(`${base}/login`, postJson({ username, password }))).body.code
    expect(await codes('weak', OLD_PASSWORD)).toBe(200)
    expect(await codes('md5', 'password')).toBe(400)
    expect(await codes('md5', MD5)).toBe(400)
    expect(await context.users.findByName('md5')).toMatchObject({ pwdChangeDue: true })
  })

  test('what cannot be taken is listed with its reason, and nothing is guessed', async () => {
    const old = await openOld()
    await createGoAdminTables(old)
    await fillGoAdmin(old, hash)
    await old.run([
      user('9007199254740993', 'far', { password: hash }),
      user(30, 'twin', { password: hash }),
      user(31, 'Twin', { password: hash }),
      user(32, 'bad\tname', { password: hash }),
      user(33, 'clash', { password: hash, email: 'alice' }),
      user(34, 'roleless', { password: hash, role_id: 99 }),
      role(30, 'double'),
      role(31, 'double'),
      role(32, '编辑 one'),
      dept(30, 99, 'Orphan'),
      dept(31, 32, 'Ring'),
      dept(32, 31, 'Chain'),
      dept(33, 1, 'Same'),
      dept(34, 1, 'Same'),
      dept(35, 33, 'Below'),
      rule(30, 'editor', 'GET', '/api/v1/files/*/raw'),
      rule(31, 'editor', 'get', '/api/v1/lower'),
      rule(32, 'ghost', 'GET', '/api/v1/ghost'),
      rule(33, 'alice', 'editor', '', { ptype: 'g' }),
      rule(34, 'editor', 'PUT', '/api/v1/extra'),
      rule(35, 'editor', 'POST', '/api/v1/sys-user'),
      'delete from casbin_rule where id = 2',
    ])
    const { context } = await newService()
    const { result } = await importInto(context, 'go-admin', { from: old.url })
    expect(await context.users.findByName('far')).toBeDefined()
    expect(examplesOf(result, 'several users have this name')).toEqual([
      'user "twin" (id 30)',
      'user "Twin" (id 31)',
    ])
    expect(examplesOf(result, 'control, invisible')).toHaveLength(1)
    expect(examplesOf(result, 'email is the username of another user')).toEqual(['user "clash" (id 33)'])
    expect(examplesOf(result, 'the role does not exist')).toEqual(['user "roleless" (id 34)'])
    expect(examplesOf(result, 'several roles have the same key')).toHaveLength(2)
    expect(result.findings.find(({ examples }) => examples[0]?.includes('编辑'))).toMatchObject({
      fix: 'rename the key and its rules, for example to "one"',
    })
    expect(examplesOf(result, 'parent, or one above it')).toEqual(['department "Orphan" (id 30)'])
    expect(examplesOf(result, 'cycle')).toHaveLength(2)
    expect(examplesOf(result, 'the same name and place')).toEqual(['department "Head office / Same"'])
    expect(examplesOf(result, 'below one that cannot be taken')).toEqual([
      'department "Head office / Same / Below"',
    ])
    const inexpressible = examplesOf(result, 'cannot be expressed').join('\n')
    expect(inexpressible).toContain('/api/v1/files/*/raw')
    expect(inexpressible).toContain('write "GET"')
    expect(examplesOf(result, 'a rule of a role that is not imported')).toEqual(['ghost GET /api/v1/ghost'])
    expect(examplesOf(result, 'another kind than "p"')).toEqual(['g, alice, , editor'])
    expect(examplesOf(result, 'menus of the role do not imply')).toContain('editor PUT /api/v1/extra')
    expect(examplesOf(result, 'imply a rule that does not exist')).toEqual(['editor POST /api/v1/orders'])
    expect(examplesOf(result, 'administers this service')).toEqual(['editor POST /api/v1/sys-user'])
    expect(await context.roles.findByKey('double')).toBeUndefined()
    expect(await context.users.findByName('clash')).toMatchObject({ email: '' })
  })

  test('the menus are those of the old side bar, and the login log becomes a file', async () => {
    const old = await openOld()
    await createGoAdminTables(old)
    await fillGoAdmin(old, hash)
    const first = await newService()
    const [menus, loginLog] = ['menus.yml', 'log.csv'].map((name) => join(first.dataDir, name)) as [
      string,
      string,
    ]
    const { output } = await importInto(first.context, 'go-admin', { from: old.url, menus, loginLog })
    expect(output).toContain('menus.yml')
    await expect(importInto(first.context, 'go-admin', { from: old.url, menus })).rejects.toThrow(
      'menus.yml exists already',
    )
    const written = parse(await readFile(menus, 'utf8'))
    const page = { title: 'Orders', children: [{ title: 'New', menuType: 'F' }] }
    expect(written.menus).toMatchObject([{ children: [page, { title: 'Secrets' }] }])
    const second = await newService(written)
    await importInto(second.context, 'go-admin', { from: old.url })
    await expect.poll(async () => (await rulesOf(second.context, 'editor')).length).toBe(2)
    const login = await call(`${second.base}/login`, postJson({ username: 'alice', password: OLD_PASSWORD }))
    const headers = { authorization: `Bearer ${String(login.body.token)}` }
    const titles = async () => {
      const { body } = await call(`${second.base}/menurole`, { headers })
      return JSON.stringify(body.data, ['title', 'children'])
    }
    await expect.poll(titles).toBe('[{"title":"Sales","children":[{"title":"Orders","children":[]}]}]')
    const lines = (await readFile(loginLog, 'utf8')).split('\r\n')
    expect(lines[0]).toBe('id,loginTime,username,status,ipaddr,browser,os,msg,remark')
    expect(lines[1]).toContain('alice,2,192.0.2.1')
    const stored = await first.context.database.selectFrom('login_log').selectAll().execute()
    expect(stored).toEqual([])
  })
})
