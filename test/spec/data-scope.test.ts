import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createChangeWriter } from '../../src/platform/cluster/change-feed/change-writer.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { call } from '../support/client.ts'
import { addRole, addUser, dataOf, loginOperator, passwordOf } from '../support/operator.ts'
import { startService } from '../support/service.ts'

const warnings: string[] = []

/** Continues when the request is waiting in its handler. */
let whileHandled: () => Promise<unknown> = async () => {}

const log = {
  warn: (text: unknown) => warnings.push(String(text)),
  info() {},
  error() {},
  debug() {},
  trace() {},
}
const logger = { ...log, fatal() {}, silent() {}, level: 'info', child: () => logger } as never
const service = await startService({
  settings: { metrics: { enabled: true } },
  replacements: { logger },
  protectedRoutes: async (app) => {
    app.get('/scope', async (request) => {
      await whileHandled()
      return service.service.scopeOf(request.identity)
    })
  },
})
afterAll(service.close)
const admin = await loginOperator(service.base)
const handle = await openDatabase(`sqlite:${join(service.dataDir, 'castellan.db')}`)
afterAll(handle.close)

let names = 0
async function userWith(role: object, user: object = {}) {
  const name = `user-${names++}`
  const rules = [{ method: 'GET', path: '/scope' }]
  const roleId = await addRole(admin, name, rules, { ...role })
  const userId = await addUser(admin, name, roleId, { ...user })
  const own = await loginOperator(service.base, { username: name, password: passwordOf(name) })
  const scope = async () => {
    const headers = { authorization: `Bearer ${own.token}` }
    const inHandler = (await (await fetch(`${service.origin}/scope`, { headers })).json()) as object
    const { version: _version, ...fromEndpoint } = await dataOf(own.get('/data-scope'))
    expect(fromEndpoint).toEqual(inHandler)
    return inHandler
  }
  return { roleId, userId, scope, own, name }
}

async function addDepartment(parentId = 0): Promise<number> {
  return Number((await dataOf(admin.post('/dept', { deptName: `Department ${names++}`, parentId }))).deptId)
}
const none = (reason: string) => ({ kind: 'none', reason })
const some = (...departments: number[]) => ({ kind: 'some', departments })

test('admin is all', async () => {
  expect(await dataOf(admin.get('/data-scope'))).toEqual({ kind: 'all', version: expect.any(Number) })
})

test('the endpoint needs an identity', async () => {
  expect((await call(`${service.base}/data-scope`)).body.code).toBe(401)
})

describe('without a new login, the next request has', () => {
  test('another department of the user', async () => {
    const [first, second] = [await addDepartment(), await addDepartment()]
    const { userId, scope } = await userWith({ dataScope: '3' }, { deptId: first })
    expect(await scope()).toEqual(some(first))
    await dataOf(admin.put(`/sys-user/${userId}`, { deptId: second }))
    expect(await scope()).toEqual(some(second))
    await dataOf(admin.put(`/sys-user/${userId}`, { deptId: 0 }))
    expect(await scope()).toEqual(none('department-missing'))
  })

  test('a changed tree', async () => {
    const top = await addDepartment()
    const { scope } = await userWith({ dataScope: '4' }, { deptId: top })
    expect(await scope()).toEqual(some(top))
    const below = await addDepartment(top)
    const elsewhere = await addDepartment()
    expect(await scope()).toEqual(some(top, below))
    await dataOf(admin.put(`/dept/${elsewhere}`, { parentId: below }))
    expect(await scope()).toEqual(some(top, below, elsewhere))
    await dataOf(admin.put(`/dept/${below}`, { status: '1' }))
    expect(await scope()).toEqual(some(top, below, elsewhere))
    await dataOf(admin.put(`/dept/${top}`, { status: '1' }))
    expect(await scope()).toEqual(none('department-disabled'))
  })

  test('other departments of the role', async () => {
    const [first, second] = [await addDepartment(), await addDepartment()]
    const { roleId, scope } = await userWith({ dataScope: '2', deptIds: [first, second] })
    expect(await scope()).toEqual(some(first, second))
    await dataOf(admin.put(`/role/${roleId}`, { deptIds: [second] }))
    expect(await scope()).toEqual(some(second))
    await dataOf(admin.put(`/dept/${second}`, { status: '1' }))
    expect(await scope()).toEqual(none('departments-missing'))
  })

  test('a change by a command', async () => {
    const [first, second] = [await addDepartment(), await addDepartment()]
    const { name, scope } = await userWith({ dataScope: '3' }, { deptId: first })
    expect(await scope()).toEqual(some(first))
    await service.context.userAdministration.change(name, { deptId: second })
    await expect.poll(scope).toEqual(some(second))
  })
})

test('a request that is being handled sees a change of its department', async () => {
  const [first, second] = [await addDepartment(), await addDepartment()]
  const { userId, scope } = await userWith({ dataScope: '3' }, { deptId: first })
  await scope()
  whileHandled = async () => {
    whileHandled = async () => {}
    await dataOf(admin.put(`/sys-user/${userId}`, { deptId: second }))
  }
  expect(await scope()).toEqual(some(second))
})

test('what a hand made of the database is none, is logged once and is counted', async () => {
  const [one, other] = [await addDepartment(), await addDepartment()]
  const { scope, userId } = await userWith({ dataScope: '4' }, { deptId: one })
  const counted = async (reason: string) => {
    const { text } = await service.service.metrics()
    return Number(
      new RegExp(`castellan_empty_scopes_total\\{reason="${reason}"\\} (\\d+)`).exec(text)?.[1] ?? 0,
    )
  }
  const byHand = (parents: Record<number, number>) =>
    createChangeWriter(handle.database, Date.now).write([{ kind: 'department' }], async (transaction) => {
      for (const [id, parent_id] of Object.entries(parents))
        await transaction.updateTable('departments').set({ parent_id }).where('id', '=', Number(id)).execute()
    })
  await byHand({ [one]: other, [other]: one })
  await expect.poll(scope).toEqual(none('department-cycle'))
  const before = await counted('department-cycle')
  await scope()
  expect(await counted('department-cycle')).toBe(before + 2)
  expect(warnings.filter((text) => text.includes('department-cycle'))).toHaveLength(1)
  await byHand({ [one]: 999_999, [other]: 0 })
  await expect.poll(scope).toEqual(none('department-orphaned'))
  await dataOf(admin.put(`/dept/${one}`, { parentId: other }))
  expect(await scope()).toEqual(some(one))
  await createChangeWriter(handle.database, Date.now).write([{ kind: 'department' }], (transaction) =>
    transaction.updateTable('users').set({ dept_id: -7 }).where('id', '=', userId).execute(),
  )
  await expect.poll(scope).toEqual(none('department-deleted'))
})

test('what is not an identity is none', () => {
  const { scopeOf } = service.service
  for (const identity of [null, undefined, {}, { userId: 'x' }, { userId: -1, dataScope: '1' }])
    expect(scopeOf(identity as never)).toEqual(none('identity-invalid'))
  const unread = { userId: 987_654, roleId: 1, roleKey: 'x', username: 'x', dataScope: '1' }
  expect(scopeOf(unread as never)).toEqual(none('department-not-read'))
})
