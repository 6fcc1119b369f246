import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hash as bcryptHash } from '@node-rs/bcrypt'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createPolicyStore } from '../../src/core/permission/policy.store.ts'
import { call, postJson } from '../support/client.ts'
import { startService } from '../support/service.ts'
import { OLD_PASSWORD } from './old-go-admin.ts'
import { createTables, dept, fill, person as personOf, role } from './old-ruoyi.ts'
import { examplesOf, importInto, onEveryOldDatabase } from './old-systems.ts'

let hash: string
beforeAll(async () => {
  hash = await bcryptHash(OLD_PASSWORD, 10)
})

async function newService() {
  const service = await startService({ settings: { application: { mode: 'dev' } } })
  onTestFinished(service.close)
  return service
}

const person = (id: number, username: string, more = {}) => personOf(hash, id, username, more)

onEveryOldDatabase((openOld) => {
  test('a template of permissions is written, and with its routes the roles get their rules', async () => {
    const old = await openOld()
    await createTables(old)
    await fill(old, hash)
    const { context, base, dataDir } = await newService()
    const permissions = join(dataDir, 'permissions.yml')
    await expect(importInto(context, 'ruoyi', { from: old.url, permissions })).rejects.toThrow(
      'with 4 permissions',
    )
    expect(await context.users.findByName('alice')).toBeUndefined()
    const template = await readFile(permissions, 'utf8')
    expect(template).toContain('- permission: "shop:order:list"\n  routes: []')
    await writeFile(
      permissions,
      template
        .replace('list"\n  routes: []', 'list"\n  routes: [GET /shop/order/list, "GET /shop/order/:id"]')
        .replace('edit"\n  routes: []', 'edit"\n  routes: [PUT /shop/order]')
        .replace('off"\n  routes: []', 'off"\n  routes: [GET /shop/off]'),
    )
    const { result } = await importInto(context, 'ruoyi', { from: old.url, permissions })
    expect(result.counts).toMatchObject({ users: { create: 2 }, roles: { create: 2 }, rules: { create: 3 } })
    expect(await createPolicyStore(context.database).all()).toEqual(
      expect.arrayContaining([
        { roleKey: 'common', method: 'GET', path: '/shop/order/:id' },
        { roleKey: 'common', method: 'PUT', path: '/shop/order' },
      ]),
    )
    expect(examplesOf(result, 'a permission without routes')).toEqual(['auditor: shop:report'])
    expect(examplesOf(result, 'without --admin')).toEqual(['user "boss" (id 1)'])
    expect(await context.roles.findByKey('common')).toMatchObject({ dataScope: '4' })
    expect(await context.roles.findByKey('auditor')).toMatchObject({ dataScope: '4' })
    expect(await context.users.findByName('bob')).toMatchObject({ status: '1' })
    const login = await call(`${base}/login`, postJson({ username: 'alice', password: OLD_PASSWORD }))
    expect(login.body.code).toBe(200)
    const again = await importInto(context, 'ruoyi', { from: old.url, permissions })
    expect(again.result.isImported).toBe(false)
    expect(again.result.counts.users).toEqual({ create: 0, unchanged: 2 })
  })

  test('an OpenAPI document that names the permissions gives the rules', async () => {
    const old = await openOld()
    await createTables(old)
    await fill(old, hash)
    const { context, dataDir } = await newService()
    const permissions = join(dataDir, 'openapi.json')
    const paths = {
      '/shop/order/{id}': {
        get: { 'x-permission': 'shop:order:list' },
        put: { security: [{ oauth: ['shop:order:edit'] }] },
      },
      '/other': { get: { 'x-note': 'nothing' } },
    }
    await writeFile(permissions, JSON.stringify({ openapi: '3.0.1', paths }))
    await importInto(context, 'ruoyi', { from: old.url, permissions })
    expect(await createPolicyStore(context.database).all()).toEqual([
      { roleKey: 'common', method: 'GET', path: '/shop/order/:id' },
      { roleKey: 'common', method: 'PUT', path: '/shop/order/:id' },
    ])
  })

  test('users with several roles are listed, and get the preferred one if there is one', async () => {
    const old = await openOld()
    await createTables(old)
    await fill(old, hash)
    await old.run([
      person(5, 'both'),
      person(6, 'adminToo'),
      'insert into sys_user_role values (5, 2), (5, 3), (6, 1), (6, 2)',
    ])
    const { context } = await newService()
    const { result } = await importInto(context, 'ruoyi', { from: old.url })
    expect(examplesOf(result, 'several roles, and one here')).toEqual(['user "both" (id 5)'])
    expect(examplesOf(result, 'without --admin')).toContain('user "adminToo" (id 6)')
    expect(await context.users.findByName('both')).toBeUndefined()
    await importInto(context, 'ruoyi', { from: old.url, preferRoles: ['auditor', 'common'] })
    const auditor = await context.roles.findByKey('auditor')
    expect((await context.users.findByName('both'))?.roleId).toBe(auditor?.roleId)
    expect(await context.users.findByName('adminToo')).toBeUndefined()
  })

  test('deleted, unknown and broken rows grant nothing', async () => {
    const old = await openOld()
    await createTables(old)
    await fill(old, hash)
    await old.run([
      role(8, 'scoped', '7'),
      role(9, 'former', '1', { del_flag: '2' }),
      dept(110, 111, 'Ring'),
      dept(111, 110, 'Chain'),
      person(7, 'deleted', { del_flag: '2' }),
      person(8, 'odd', { status: '9' }),
      person(9, 'former'),
      person(10, 'ringed', { dept_id: 110 }),
      'insert into sys_user_role values (7, 2), (8, 8), (9, 9), (10, 2)',
    ])
    const { context } = await newService()
    const { result } = await importInto(context, 'ruoyi', { from: old.url })
    expect(await context.roles.findByKey('scoped')).toMatchObject({ dataScope: '2', deptIds: [] })
    for (const name of ['deleted', 'former']) expect(await context.users.findByName(name)).toBeUndefined()
    expect(await context.users.findByName('odd')).toMatchObject({ status: '1' })
    expect(await context.users.findByName('ringed')).toMatchObject({ deptId: 0 })
    expect(examplesOf(result, 'cycle')).toHaveLength(2)
  })

  test('one of several tenants is chosen', async () => {
    const old = await openOld()
    await createTables(old, 'plus')
    await fill(old, hash)
    await old.run([
      dept(200, 0, 'Other', { tenant_id: '1' }),
      role(20, 'common', '1', { tenant_id: '1' }),
      person(20, 'alice', { tenant_id: '1', dept_id: 200 }),
      'insert into sys_user_role values (20, 20)',
    ])
    const { context } = await newService()
    await expect(importInto(context, 'ruoyi', { from: old.url })).rejects.toThrow('the tenants 000000, 1')
    const { result } = await importInto(context, 'ruoyi', { from: old.url, tenant: '1' })
    expect(result.counts).toMatchObject({
      users: { create: 1 },
      roles: { create: 1 },
      departments: { create: 1 },
    })
    expect(await context.roles.findByKey('common')).toMatchObject({ dataScope: '1' })
  })

  test('the salted MD5 of RuoYi with Shiro is no login: its users set a new password', async () => {
    const old = await openOld()
    await createTables(old, 'shiro')
    await fill(old, hash)
    await old.run([
      "update sys_user set login_name = user_name, user_name = 'Somebody', password = '29c67a30398638269fe600f73a054934', salt = '111111'",
    ])
    const { context } = await newService()
    const { result, output } = await importInto(context, 'ruoyi', { from: old.url })
    expect(output).not.toContain('29c67a')
    expect(examplesOf(result, 'MD5')).toHaveLength(2)
    expect(await context.users.findByName('alice')).toMatchObject({
      nickName: 'Somebody',
      pwdChangeDue: true,
    })
  })

  test('another system is named, and a database of none is refused', async () => {
    const old = await openOld()
    await createTables(old)
    const { context } = await newService()
    await expect(importInto(context, 'go-admin', { from: old.url })).rejects.toThrow(
      /not a database of go-admin: .*castellan import ruoyi/,
    )
    const empty = await openOld()
    await empty.run(['create table something (id int)'])
    await expect(importInto(context, 'gin-vue-admin', { from: empty.url })).rejects.toThrow(
      'not a database of gin-vue-admin: there is no table sys_users',
    )
  })
})
