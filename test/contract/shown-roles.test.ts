import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { addRole, addUser, dataOf, loginOperator, type Operator, passwordOf } from '../support/operator.ts'
import { type Standalone, startStandalone } from '../support/standalone.ts'
import { onEveryDatabase } from './stores.ts'

// What is shown of roles comes from the memory of a node: what one node changes, the other shows soon.

onEveryDatabase((place) => {
  let here: Standalone
  let there: Standalone
  let admin: Operator
  let adminThere: Operator

  beforeEach(async () => {
    const { url, drop } = await place.fresh()
    onTestFinished(drop)
    const settings = { database: { url } }
    here = await startStandalone(settings)
    onTestFinished(here.close)
    there = await startStandalone(settings)
    onTestFinished(there.close)
    admin = await loginOperator(here.base)
    adminThere = await loginOperator(there.base)
  })

  test('a changed role is shown at once on the node that changes it, and soon on the others', async () => {
    const roleId = await addRole(admin, 'clerk')
    const userId = await addUser(admin, 'carol', roleId)
    await dataOf(admin.put(`/role/${roleId}`, { roleName: 'Clerks of the north', remark: 'new' }))
    expect(await dataOf(admin.get(`/sys-user/${userId}`))).toMatchObject({ roleName: 'Clerks of the north' })
    expect(await dataOf(admin.get(`/role/${roleId}`))).toMatchObject({ remark: 'new', revision: 2 })
    await eventually(async () => {
      expect(await dataOf(adminThere.get(`/sys-user/${userId}`))).toMatchObject({
        roleName: 'Clerks of the north',
      })
    })
    expect(await dataOf(adminThere.get(`/role/${roleId}`))).toMatchObject({ remark: 'new', revision: 2 })
  })

  test('a new role works on every node at once', async () => {
    const roleId = await addRole(admin, 'clerk')
    await addUser(admin, 'carol', roleId)
    const carol = await loginOperator(there.base, { username: 'carol', password: passwordOf('carol') })
    expect(await dataOf(carol.get('/user/profile'))).toMatchObject({ roles: [{ roleKey: 'clerk' }] })
    expect(await dataOf(carol.get('/getinfo'))).toMatchObject({ roles: ['clerk'] })
  })

  test('a deleted role is no longer shown, and a deletion that is undone changes nothing', async () => {
    const roleId = await addRole(admin, 'clerk')
    const undone = await admin.remove('/role', { ids: [roleId, 987_654] })
    expect(undone.body.code).toBe(404)
    expect(await dataOf(admin.get(`/role/${roleId}`))).toMatchObject({ roleKey: 'clerk' })
    await dataOf(admin.remove(`/role/${roleId}`))
    expect((await admin.get(`/role/${roleId}`)).body.code).toBe(404)
    await eventually(async () => {
      expect((await adminThere.get(`/role/${roleId}`)).body.code).toBe(404)
    })
  })

  test('what an operator may change follows the rules and roles on every node', async () => {
    const clerk = await addRole(admin, 'clerk', [{ method: 'GET', path: '/app/orders' }])
    const userId = await addUser(admin, 'carol', clerk)
    const chief = await addRole(admin, 'chief', [{ method: '*', path: '/api/v1/sys-user/*' }])
    await addUser(admin, 'chris', chief)
    const chris = await loginOperator(there.base, { username: 'chris', password: passwordOf('chris') })
    expect(await dataOf(chris.get(`/sys-user/${userId}`))).toMatchObject({ mayChange: false })
    const rules = [{ roleKey: 'chief', method: 'GET', path: '/app/*' }]
    await dataOf(admin.post('/policy', { rules }))
    await eventually(async () => {
      expect(await dataOf(chris.get(`/sys-user/${userId}`))).toMatchObject({ mayChange: true })
    })
    await dataOf(admin.remove('/policy', { rules }))
    await eventually(async () => {
      expect(await dataOf(chris.get(`/sys-user/${userId}`))).toMatchObject({ mayChange: false })
    })
  })

  test('the listed permissions follow the rules on every node', async () => {
    const clerk = await addRole(admin, 'clerk', [{ method: 'GET', path: '/app/orders' }])
    await addUser(admin, 'carol', clerk)
    const carol = await loginOperator(there.base, { username: 'carol', password: passwordOf('carol') })
    expect(await dataOf(carol.get('/getinfo'))).toMatchObject({ permissions: ['GET:/app/orders'] })
    const rules = [{ roleKey: 'clerk', method: 'PUT', path: '/app/orders' }]
    await dataOf(admin.post('/policy', { rules }))
    await eventually(async () => {
      expect(await dataOf(carol.get('/getinfo'))).toMatchObject({
        permissions: ['GET:/app/orders', 'PUT:/app/orders'],
      })
    })
    await dataOf(admin.remove('/policy', { rules }))
    await eventually(async () => {
      expect(await dataOf(carol.get('/getinfo'))).toMatchObject({ permissions: ['GET:/app/orders'] })
    })
  })
})
