import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../src/platform/database/database.ts'
import { addLargeDepartments } from '../support/large-departments.ts'
import { addRole, addUser, dataOf, loginOperator, type Operator, passwordOf } from '../support/operator.ts'
import { startService } from '../support/service.ts'
import { SIGNING_SECRET } from '../support/signed-call.ts'

const RULES = [{ method: 'GET', path: '/api/v1/orders' }]

let clerk: Operator

const service = await startService({
  settings: { application: { trustProxy: ['127.0.0.1'] }, gateway: { signingSecret: SIGNING_SECRET } },
})
afterAll(service.close)
const admin = await loginOperator(service.base)
const handle = await openDatabase(`sqlite:${join(service.dataDir, 'castellan.db')}`)
afterAll(handle.close)
const roleId = await addRole(admin, 'clerk', RULES, {
  dataScope: '2',
  deptIds: [await addDepartment('Sales')],
})
await addUser(admin, 'clerk', roleId)

beforeEach(async () => {
  clerk = await loginOperator(service.base, { username: 'clerk', password: passwordOf('clerk') })
})

async function addDepartment(deptName: string): Promise<number> {
  return Number((await dataOf(admin.post('/dept', { deptName, parentId: 0 }))).deptId)
}

async function scopeResponse({ token }: Operator, ifNoneMatch?: string) {
  const headers = { authorization: `Bearer ${token}`, ...(ifNoneMatch && { 'if-none-match': ifNoneMatch }) }
  const response = await fetch(`${service.base}/data-scope`, { headers })
  const text = await response.text()
  return { status: response.status, tag: response.headers.get('etag') ?? '', text }
}

async function headerOf({ token }: Operator): Promise<unknown> {
  const response = await fetch(`${service.base}/authorize`, {
    headers: {
      authorization: `Bearer ${token}`,
      'x-forwarded-method': 'GET',
      'x-forwarded-uri': '/api/v1/orders',
    },
  })
  expect(response.status).toBe(200)
  return JSON.parse(response.headers.get('x-castellan-resolved-scope') ?? '')
}

test('a client that has the current scope gets 304 without a body, until something changes', async () => {
  const first = await scopeResponse(clerk)
  expect(first.status).toBe(200)
  for (const given of [first.tag, `W/${first.tag}`, `"x", ${first.tag}`]) {
    expect(await scopeResponse(clerk, given)).toEqual({ status: 304, tag: first.tag, text: '' })
  }
  const added = await addDepartment('Support')
  await dataOf(admin.put(`/role/${roleId}`, { deptIds: [added] }))
  const second = await scopeResponse(clerk, first.tag)
  expect(second.status).toBe(200)
  expect(JSON.parse(second.text).data).toMatchObject({ kind: 'some', departments: [added] })
  expect(second.tag).not.toBe(first.tag)
})

test('the tag of one session is not that of another', async () => {
  const { tag } = await scopeResponse(admin)
  expect((await scopeResponse(clerk, tag)).status).toBe(200)
  expect((await scopeResponse(clerk, '*')).status).toBe(200)
  expect((await scopeResponse(clerk, tag.replaceAll('"', ''))).status).toBe(200)
})

test('the authorize endpoint sends the value of the endpoint', async () => {
  for (const caller of [admin, clerk])
    expect(await headerOf(caller)).toEqual(await dataOf(caller.get('/data-scope')))
})

test('a department that cannot be read is none, in both, and is not taken for up to date', async () => {
  await addUser(admin, 'newcomer', roleId)
  // The department is read with the first request after the login.
  const newcomer = await loginOperator(service.base, {
    username: 'newcomer',
    password: passwordOf('newcomer'),
  })
  await sql`alter table users rename column dept_id to dept_id_away`.execute(handle.database)
  try {
    const none = { kind: 'none', reason: 'department-not-read' }
    expect(await headerOf(newcomer)).toMatchObject(none)
    const response = await scopeResponse(newcomer)
    expect([response.status, response.tag]).toEqual([200, ''])
    expect(JSON.parse(response.text).data).toMatchObject(none)
  } finally {
    await sql`alter table users rename column dept_id_away to dept_id`.execute(handle.database)
  }
  expect(await headerOf(newcomer)).toMatchObject({ kind: 'some' })
  expect((await scopeResponse(newcomer)).tag).not.toBe('')
})

test('a scope that does not fit into the header has to be fetched', async () => {
  const ids = await addLargeDepartments(service.dataDir, 300)
  await expect.poll(async () => (await admin.get(`/dept/${ids[299]}`)).body.code).toBe(200)
  await dataOf(admin.put(`/role/${roleId}`, { deptIds: ids }))
  expect(await headerOf(clerk)).toEqual({ kind: 'fetch', version: expect.any(Number) })
  expect(await dataOf(clerk.get('/data-scope'))).toMatchObject({ kind: 'some', departments: ids })
  // The longest that fits reaches the client of the endpoint as it is.
  await dataOf(admin.put(`/role/${roleId}`, { deptIds: ids.slice(0, 230) }))
  expect(await headerOf(clerk)).toMatchObject({ kind: 'some', departments: ids.slice(0, 230) })
})
