// docs/specification.md, 12b

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, bearer, call, login } from '../support/client.ts'
import { expectRefused } from '../support/expectations.ts'
import { createHandlerRuns } from '../support/handler-runs.ts'
import {
  addRole,
  addUser,
  dataOf,
  listOf,
  loginOperator,
  type Operator,
  operatorWith,
  passwordOf,
  type Thing,
} from '../support/operator.ts'
import { startService, type TestService } from '../support/service.ts'

const HOUR_MS = 60 * 60 * 1000
const VIEW = { method: 'GET', path: '/api/v1/orders' }
const PAY = { method: 'POST', path: '/api/v1/payments' }
const DECIDE = { method: 'PUT', path: '/api/v1/access-request/:id' }
const LIST = { method: 'GET', path: '/api/v1/access-request' }
const CHANGE_USER = { method: 'PUT', path: '/api/v1/sys-user/:id' }
const runs = createHandlerRuns()

let service: TestService
let admin: Operator
let viewer: number
let payer: number
let mira: number
let ahead = 0

beforeEach(async () => {
  ahead = 0
  service = await startService({
    protectedRoutes: runs.routes('GET /api/v1/orders', 'POST /api/v1/payments'),
    replacements: { now: () => Date.now() + ahead },
    settings: { jwt: { timeout: 72 * 3600 }, administration: { requests: ['payer', 'planned'] } },
  })
  admin = await loginOperator(service.base)
  viewer = await addRole(admin, 'viewer', [VIEW])
  payer = await addRole(admin, 'payer', [PAY])
  mira = await addUser(admin, 'mira', viewer)
})

afterEach(async () => {
  runs.take()
  await service.close()
})

const loginOf = async (username: string) =>
  operatorWith(service.base, await login(service.base, { username, password: passwordOf(username) }))
const pay = (token: string) => call(`${service.base}/payments`, { method: 'POST', ...bearer(token) })
const REQUEST = { hours: 8, reason: 'Night of the migration' }
const ask = (user: Operator, request: Thing = {}) =>
  user.post('/user/access-request', { roleId: payer, ...REQUEST, ...request })
const askedBy = async (user: Operator, request: Thing = {}) => Number((await dataOf(ask(user, request))).id)
const decide = (by: Operator, id: number, decision: 'approve' | 'refuse', note?: string) =>
  by.put(`/access-request/${id}`, { decision, ...(note === undefined ? {} : { note }) })
const userOf = (id: number) => dataOf(admin.get(`/sys-user/${id}`))
const reasonOf = (answer: Answer) => answer.headers.get('x-castellan-reason')

async function expectReason(answer: Promise<Answer>, reason: string, code = 409): Promise<void> {
  const settled = await answer
  expectRefused(settled, code)
  expect(reasonOf(settled)).toBe(reason)
}

test('a user asks for a role, somebody else approves, and the role ends after the hours', async () => {
  const user = await loginOf('mira')
  expect(await dataOf(user.get('/user/access-request'))).toEqual({
    roles: [{ roleId: payer, roleKey: 'payer', roleName: 'payer' }],
    requests: [],
  })
  const asked = await dataOf(ask(user))
  expect(asked).toEqual({
    id: expect.any(Number),
    userId: mira,
    username: 'mira',
    nickName: '',
    roleId: payer,
    roleKey: 'payer',
    roleName: 'payer',
    ...REQUEST,
    status: 'waiting',
    createdAt: expect.any(String),
    expiresAt: expect.any(String),
    decidedBy: '',
    decidedAt: null,
    note: '',
  })
  expect(Date.parse(String(asked.expiresAt)) - Date.parse(String(asked.createdAt))).toBe(24 * HOUR_MS)
  expectRefused(await pay(user.token), 401)
  expect(await listOf(admin, '/access-request?status=waiting')).toEqual([asked])

  ahead += HOUR_MS
  const approved = await dataOf(decide(admin, Number(asked.id), 'approve', 'until the morning'))
  const decided = { status: 'approved', decidedBy: 'admin', note: 'until the morning' }
  expect(approved).toEqual({ ...asked, ...decided, decidedAt: expect.any(String) })
  const given = await userOf(mira)
  expect(given).toMatchObject({ roleId: payer, formerRoleId: viewer })
  const length = Date.parse(String(given.roleUntil)) - Date.parse(String(approved.decidedAt))
  expect(Math.round(length / 1000)).toBeGreaterThan(8 * 3600 - 2)
  expect(length).toBeLessThanOrEqual(8 * HOUR_MS)
  expectRefused(await user.get('/user/access-request'), 401)
  const again = await loginOf('mira')
  expect((await pay(again.token)).body).toEqual({ ran: true })
  expect((await dataOf<{ requests: Thing[] }>(again.get('/user/access-request'))).requests).toEqual([
    approved,
  ])

  ahead += 8 * HOUR_MS
  expect(reasonOf(await pay(again.token))).toBe('role-ended')
})

test('the audit log names who asked and who decided, and events tell of both', async () => {
  const user = await loginOf('mira')
  const id = await askedBy(user)
  await dataOf(decide(admin, id, 'refuse', 'not tonight'))
  const second = await askedBy(user)
  await dataOf(decide(admin, second, 'approve'))
  const entries = (await listOf(admin, `/audit-log?targetKind=user&targetId=${mira}`)).toReversed()
  const of = (action: string) => entries.filter((entry) => entry.action === action)
  const after = { accessRequestId: id, roleId: payer, roleKey: 'payer', ...REQUEST }
  expect(of('user.request-role')).toMatchObject([{ operator: 'mira', target: 'mira', after }, {}])
  expect(of('user.request-refuse')).toMatchObject([
    { operator: 'admin', target: 'mira', after: { ...after, note: 'not tonight' } },
  ])
  expect(of('user.request-approve')).toMatchObject([
    { operator: 'admin', target: 'mira', after: { ...after, accessRequestId: second } },
  ])
  expect(of('user.update')).toMatchObject([{ operator: 'admin', after: { roleKey: 'payer' } }])
  const events = (await listOf(admin, '/event?pageSize=200')).toReversed()
  const ofRequests = events.filter(({ kind }) => String(kind).startsWith('access.'))
  expect(ofRequests).toMatchObject([
    { kind: 'access.requested', fields: { username: 'mira', roleKey: 'payer', ...REQUEST } },
    { kind: 'access.decided', fields: { operator: 'admin', username: 'mira', decision: 'refused' } },
    { kind: 'access.requested' },
    { kind: 'access.decided', fields: { operator: 'admin', username: 'mira', decision: 'approved' } },
  ])
  expect(ofRequests[0]).toMatchObject({
    text: '“mira” requests the role “payer” for 8 hours: Night of the migration',
  })
})

describe('a user can only ask', () => {
  test('for roles that the settings name, and that exist and are enabled', async () => {
    const user = await loginOf('mira')
    const planned = await addRole(admin, 'planned', [], { status: '1' })
    for (const roleId of [viewer, planned, 987_654, 1]) {
      await expectReason(ask(user, { roleId }), 'role-not-requestable')
    }
    expect((await dataOf<{ roles: Thing[] }>(user.get('/user/access-request'))).roles).toHaveLength(1)
    await dataOf(admin.put(`/role/${planned}`, { status: '2' }))
    await askedBy(user, { roleId: planned })
  })

  test('for another role than the own one without an end', async () => {
    await addUser(admin, 'petra', payer)
    const petra = await loginOf('petra')
    expect((await dataOf<{ roles: Thing[] }>(petra.get('/user/access-request'))).roles).toEqual([])
    await expectReason(ask(petra), 'role-held')
  })

  test('once for a role, until the request is decided, withdrawn or expired', async () => {
    const user = await loginOf('mira')
    const id = await askedBy(user)
    await expectReason(ask(user), 'role-requested')
    expect(await dataOf(user.remove(`/user/access-request/${id}`))).toMatchObject({
      status: 'withdrawn',
      decidedBy: 'mira',
    })
    await expectReason(user.remove(`/user/access-request/${id}`), 'request-decided')
    await askedBy(user)
    ahead += 24 * HOUR_MS
    await askedBy(user)
    const { requests } = await dataOf<{ requests: Thing[] }>(user.get('/user/access-request'))
    expect(requests.map(({ status }) => status)).toEqual(['waiting', 'expired', 'withdrawn'])
  })

  test('20 times within 24 hours', async () => {
    const user = await loginOf('mira')
    for (let n = 0; n < 20; n++) {
      await dataOf(user.remove(`/user/access-request/${await askedBy(user)}`))
    }
    await expectReason(ask(user), 'request-limit')
    ahead += 24 * HOUR_MS
    await askedBy(user)
  })

  test.each([
    ['hours', { hours: 0 }],
    ['hours', { hours: 169 }],
    ['hours', { hours: 1.5 }],
    ['hours', { hours: '8' }],
    ['reason', { reason: '' }],
    ['reason', { reason: '   ' }],
    ['reason', { reason: 'x'.repeat(201) }],
    ['reason', { reason: 'a\nb' }],
    ['roleId', { roleId: 0 }],
  ])('with valid %s: %j', async (field, request) => {
    const answer = await ask(await loginOf('mira'), request)
    expectRefused(answer, 400)
    expect(answer.body.errors).toMatchObject([{ field }])
  })

  test('with a token that is not restricted', async () => {
    await addUser(admin, 'nina', viewer, { pwdChangeDue: true })
    await expectReason(ask(await loginOf('nina')), 'password-change-due')
  })
})

describe('a decision', () => {
  test('needs the permission, and an approval also that for the change of a user', async () => {
    const id = await askedBy(await loginOf('mira'))
    const rules = [VIEW, PAY, LIST]
    const lead = await addRole(admin, 'lead', rules)
    await addUser(admin, 'lena', lead)
    const lena = await loginOf('lena')
    expect(await listOf(lena, '/access-request')).toHaveLength(1)
    await expectReason(decide(lena, id, 'approve'), 'permission-denied', 401)
    await dataOf(admin.post('/policy', { rules: [{ roleKey: 'lead', ...DECIDE }] }))
    await expectReason(decide(lena, id, 'approve'), 'beyond-own-role')
    await dataOf(admin.post('/policy', { rules: [{ roleKey: 'lead', ...CHANGE_USER }] }))
    expect(await dataOf(decide(lena, id, 'approve'))).toMatchObject({ decidedBy: 'lena' })
    expect(await userOf(mira)).toMatchObject({ roleId: payer })
  })

  test('of a refusal changes nothing, and needs no authority over the role', async () => {
    const user = await loginOf('mira')
    const id = await askedBy(user)
    const lead = await addRole(admin, 'lead', [LIST, DECIDE])
    await addUser(admin, 'lena', lead)
    const before = await userOf(mira)
    expect(await dataOf(decide(await loginOf('lena'), id, 'refuse', 'no'))).toMatchObject({
      status: 'refused',
      decidedBy: 'lena',
      note: 'no',
    })
    expect(await userOf(mira)).toEqual(before)
    expect((await user.get('/user/access-request')).body.code).toBe(200)
  })

  test('counts once', async () => {
    const user = await loginOf('mira')
    const id = await askedBy(user)
    await dataOf(decide(admin, id, 'refuse'))
    await expectReason(decide(admin, id, 'approve'), 'request-decided')
    await expectReason(user.remove(`/user/access-request/${id}`), 'request-decided')
    expect(await userOf(mira)).toMatchObject({ roleId: viewer, roleUntil: null })
    await expectReason(decide(admin, 987_654, 'approve'), 'not-found', 404)
  })

  test('is valid in all parts', async () => {
    const id = await askedBy(await loginOf('mira'))
    for (const body of [{}, { decision: 'ok' }, { decision: 'approve', note: 'x'.repeat(201) }]) {
      expectRefused(await admin.put(`/access-request/${id}`, body), 400)
    }
  })
})

test('requests are listed by status, page by page, the newest first', async () => {
  const planned = await addRole(admin, 'planned')
  const user = await loginOf('mira')
  const first = await askedBy(user)
  const second = await askedBy(user, { roleId: planned })
  await dataOf(decide(admin, first, 'refuse'))
  const idsOf = async (query: string) => (await listOf(admin, `/access-request${query}`)).map(({ id }) => id)
  expect(await idsOf('')).toEqual([second, first])
  expect(await idsOf('?pageSize=1&pageIndex=2')).toEqual([first])
  expect(await idsOf('?status=refused')).toEqual([first])
  expect(await idsOf('?status=waiting')).toEqual([second])
  ahead += 24 * HOUR_MS
  expect(await idsOf('?status=waiting')).toEqual([])
  expect(await idsOf('?status=expired')).toEqual([second])
  expectRefused(await admin.get('/access-request?status=unknown'), 400)
})

test.each<[string, () => Promise<Answer>]>([
  ['the rules of the role', () => admin.post('/policy', { rules: [{ roleKey: 'payer', ...VIEW }] })],
  ['the role', () => admin.put(`/role/${payer}`, { roleName: 'Pays' })],
  [
    'the role of the user',
    async () => admin.put(`/sys-user/${mira}`, { roleId: await addRole(admin, 'other') }),
  ],
  ['the status of the user', () => admin.put(`/sys-user/${mira}/status`, { status: '1' })],
])('a request is outdated after a change of %s: it can be refused, but not approved', async (_, change) => {
  const id = await askedBy(await loginOf('mira'))
  const shown = () => listOf(admin, `/access-request?status=waiting&userId=${mira}&roleKey=payer`)
  expect(await shown()).toMatchObject([{ id, status: 'waiting' }])
  expect((await change()).body.code).toBe(200)
  expect(await shown()).toMatchObject([{ id, status: 'outdated' }])
  expect(await listOf(admin, '/access-request?roleKey=viewer')).toEqual([])
  expect(await listOf(admin, '/access-request?roleKey=%00')).toEqual([])
  await expectReason(decide(admin, id, 'approve'), 'request-outdated')
  expect(await dataOf(decide(admin, id, 'refuse'))).toMatchObject({ status: 'refused' })
})

test('the login page is told whether users can ask', async () => {
  expect((await call(`${service.base}/app-config`)).body.data).toMatchObject({ accessRequests: true })
})
