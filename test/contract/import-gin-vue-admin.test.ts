import { hash as bcryptHash } from '@node-rs/bcrypt'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createPolicyStore } from '../../src/core/permission/policy.store.ts'
import { call, postJson } from '../support/client.ts'
import { startService } from '../support/service.ts'
import { authority, createTables, fill, person as personOf } from './old-gin-vue-admin.ts'
import { OLD_PASSWORD, rule } from './old-go-admin.ts'
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
  test('subjects are numbers, scopes have other numbers, and a user has the role in force', async () => {
    const old = await openOld()
    await createTables(old)
    await fill(old, hash)
    const { context, base } = await newService()
    const { result } = await importInto(context, 'gin-vue-admin', { from: old.url, pathPrefix: '/api' })
    expect(result.counts).toMatchObject({
      users: { create: 3 },
      roles: { create: 3 },
      departments: { create: 2 },
    })
    const departments = await context.departments.all({ kind: 'all' })
    const sales = departments.find(({ deptName }) => deptName === 'Sales')
    expect(await context.roles.findByKey('9528')).toMatchObject({ dataScope: '4', roleName: 'Role 9528' })
    expect(await context.roles.findByKey('9529')).toMatchObject({ dataScope: '2', deptIds: [sales?.deptId] })
    expect(await context.roles.findByKey('888')).toMatchObject({ dataScope: '1' })
    const rules = await createPolicyStore(context.database).all()
    expect(rules).toEqual([
      { roleKey: '888', method: 'POST', path: '/api/user/getUserList' },
      { roleKey: '9528', method: 'GET', path: '/api/orders/:id' },
    ])
    const admins = (await context.roles.findByKey('admin'))?.roleId
    expect((await context.users.findByName('boss'))?.roleId).not.toBe(admins)
    expect(await context.users.findByName('frozen')).toMatchObject({ status: '1' })
    expect(examplesOf(result, 'further roles')).toEqual(['user "alice" (id 2): 9529'])
    const login = await call(`${base}/login`, postJson({ username: 'alice', password: OLD_PASSWORD }))
    expect(login.body.code).toBe(200)
    const again = await importInto(context, 'gin-vue-admin', { from: old.url, pathPrefix: '/api' })
    expect(again.result.isImported).toBe(false)
    expect(again.result.findings.filter(({ kind }) => kind === 'differs')).toEqual([])
  })

  test('unknown values, MD5, deleted rows, duplicates and rules for every method grant nothing', async () => {
    const old = await openOld()
    await createTables(old)
    await fill(old, hash)
    await old.run([
      authority(7, 0),
      authority(8, 9, { deleted_at: '2026-01-02 03:04:05' }),
      rule(3, '8', 'GET', '/deleted'),
      rule(4, '7', '*', '/everything'),
      person(4, 'md5', { password: 'e10adc3949ba59abbe56e057f20f883e', authority_id: 7 }),
      person(5, 'odd', { enable: 0 }),
      person(6, 'gone', { deleted_at: '2026-01-02 03:04:05' }),
      person(7, 'lost', { authority_id: 8 }),
      person(8, 'same'),
      person(9, 'same'),
    ])
    const { context } = await newService()
    const { result, output } = await importInto(context, 'gin-vue-admin', { from: old.url })
    expect(output).not.toMatch(/e10adc|\$2/)
    expect(await context.roles.findByKey('7')).toMatchObject({ dataScope: '2', deptIds: [] })
    expect(await context.roles.findByKey('8')).toBeUndefined()
    expect(examplesOf(result, 'permits nothing there')).toEqual(['7 * /everything'])
    expect(examplesOf(result, 'a rule of a role that is not imported')).toEqual(['8 GET /deleted'])
    expect(await context.users.findByName('md5')).toMatchObject({ pwdChangeDue: true })
    expect(await context.users.findByName('odd')).toMatchObject({ status: '1' })
    for (const name of ['gone', 'lost', 'same']) expect(await context.users.findByName(name)).toBeUndefined()
    expect(examplesOf(result, 'several users have this name')).toHaveLength(2)
  })
})
