import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/platform/database/database.ts'
import { type Answer, call, login, postJson } from '../support/client.ts'
import { expectSuccess } from '../support/expectations.ts'
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
import { startTarget } from './support/target.ts'

const ORDERS = { method: 'GET', path: '/api/v1/orders' }
const SALARIES = { method: 'GET', path: '/app/salaries' }
const REQUESTS = { method: '*', path: '/api/v1/access-request' }
const REQUESTS_BELOW = { method: '*', path: '/api/v1/access-request/:id' }
const CHANGE_USER = { method: 'PUT', path: '/api/v1/sys-user/:id' }
const RIGHTS_OF_LEADS = [ORDERS, SALARIES, REQUESTS, REQUESTS_BELOW, CHANGE_USER]
const DAY_MS = 24 * 60 * 60 * 1000

/** One more than can wait. */
const DUTIES = ['duty-1', 'duty-2', 'duty-3', 'duty-4', 'duty-5', 'duty-6']

const settings = {
  login: { methods: ['password', 'service'] },
  administration: { requests: ['on-call', 'admin', 'short-lived', ...DUTIES] },
}

const target = await startTarget({ settings })
const node = await startTarget({ settings, beside: target })
const admin = await loginOperator(target.base)
const staff = await addRole(admin, 'staff', [ORDERS])
const onCall = await addRole(admin, 'on-call', [ORDERS, SALARIES])
const lead = await addRole(admin, 'lead', RIGHTS_OF_LEADS)
const adminRole = Number((await listOf(admin, '/role?roleKey=admin'))[0]?.roleId)

afterAll(async () => {
  await node?.stop()
  await target?.close()
})

let count = 0
/** Adds a user and logs in. */
async function person(roleId = staff, fields: Thing = {}) {
  const username = `person-${++count}`
  const id = await addUser(admin, username, roleId, fields)
  const credentials = { username, password: passwordOf(username) }
  return { id, username, operator: await loginOperator(target.base, credentials), credentials }
}

const ask = (user: Operator, roleId = onCall) =>
  user.post('/user/access-request', { roleId, hours: 2, reason: 'incident' })

/** A user of the staff who has asked for a role. */
async function requester(roleId = onCall, fields: Thing = {}) {
  const user = await person(staff, fields)
  return { ...user, request: Number((await dataOf(ask(user.operator, roleId))).id) }
}

const decide = (by: Operator, id: number, decision = 'approve') =>
  by.put(`/access-request/${id}`, { decision })
const reasonOf = ({ headers }: Answer) => headers.get('x-castellan-reason') ?? 'done'

async function expectRefused(answer: Promise<Answer>, reason: string): Promise<void> {
  expect(reasonOf(await answer)).toBe(reason)
}

/** Expects that a user has the role as before, and that nobody has decided about a request. */
async function expectUnchanged(
  { id, request }: { id: number; request: number },
  { roleId = staff, status = 'waiting' } = {},
): Promise<void> {
  expect(await dataOf(admin.get(`/sys-user/${id}`))).toMatchObject({
    roleId,
    roleUntil: null,
    formerRoleId: 0,
  })
  expect(await statusOf(request)).toBe(status)
}

/** Makes a request a day older: a server has a clock of its own, which a test cannot set. */
async function expire(request: number): Promise<void> {
  const { database, close } = await openDatabase(target.databaseUrl, { migrate: false })
  await database
    .updateTable('access_requests')
    .set((of) => ({ created_at: of('created_at', '-', DAY_MS), expires_at: of('expires_at', '-', DAY_MS) }))
    .where('id', '=', request)
    .execute()
  await close()
}

async function statusOf(request: number): Promise<unknown> {
  const page = await listOf(admin, '/access-request?pageSize=200')
  return page.find(({ id }) => id === request)?.status
}

test('nobody decides about an own request, in no session, and not as an admin', async () => {
  const boss = await person(adminRole)
  const own = Number((await dataOf(ask(boss.operator))).id)
  const second = operatorWith(node.base, await login(node.base, boss.credentials))
  for (const session of [boss.operator, second]) {
    await expectRefused(decide(session, own), 'own-request')
    await expectRefused(decide(session, own, 'refuse'), 'own-request')
  }
  await expectUnchanged({ id: boss.id, request: own }, { roleId: adminRole })

  const leader = await person(lead)
  const byLeader = Number((await dataOf(ask(leader.operator))).id)
  await expectRefused(decide(leader.operator, byLeader), 'own-request')
  await expectUnchanged({ id: leader.id, request: byLeader }, { roleId: lead })
})

test('an approval needs authority over the role and the user, and the permission for both calls', async () => {
  const user = await requester()
  for (const left of [SALARIES, CHANGE_USER]) {
    const role = await addRole(
      admin,
      `lead-${++count}`,
      RIGHTS_OF_LEADS.filter((rule) => rule !== left),
    )
    const { operator } = await person(role)
    await expectRefused(decide(operator, user.request), 'beyond-own-role')
  }
  const rules = RIGHTS_OF_LEADS.filter((rule) => rule !== REQUESTS_BELOW)
  const { operator: reader } = await person(await addRole(admin, `lead-${++count}`, rules))
  await expectRefused(decide(reader, user.request), 'permission-denied')
  await expectRefused(decide(reader, user.request, 'refuse'), 'permission-denied')
  await expectRefused(decide(user.operator, user.request), 'permission-denied')
  await expectUnchanged(user)
  const forAdmin = await requester(adminRole)
  const { operator: leader } = await person(lead)
  await expectRefused(decide(leader, forAdmin.request), 'admin-only')
  await expectUnchanged(forAdmin)
  await dataOf(decide(leader, user.request))
})

test('service accounts neither ask nor decide', async () => {
  const user = await requester()
  const owner = await person(adminRole)
  const { userId } = await dataOf(
    admin.post('/service-account', { username: `robot-${++count}`, roleId: lead, ownerId: owner.id }),
  )
  await dataOf(owner.operator.post(`/user/service-account/${userId}/accept`, {}))
  const { secret } = await dataOf(admin.post(`/service-account/${userId}/secret`, {}))
  const answer = await call(
    `${target.base}/login`,
    postJson({ method: 'service', username: `robot-${count}`, secret }),
  )
  expectSuccess(answer)
  const robot = operatorWith(target.base, String(answer.body.token))
  expect(await dataOf(robot.get('/user/access-request'))).toEqual({ roles: [], requests: [] })
  await expectRefused(ask(robot), 'service-account-request')
  await expectRefused(decide(robot, user.request), 'service-account-request')
  await expectRefused(decide(robot, user.request, 'refuse'), 'service-account-request')
  await expectUnchanged(user)
})

test('an approval that is sent again changes nothing', async () => {
  const user = await requester()
  await dataOf(decide(admin, user.request))
  const given = await dataOf(admin.get(`/sys-user/${user.id}`))
  for (const decision of ['approve', 'refuse']) {
    await expectRefused(decide(admin, user.request, decision), 'request-decided')
  }
  expect(await dataOf(admin.get(`/sys-user/${user.id}`))).toEqual(given)
  await dataOf(admin.put(`/sys-user/${user.id}`, { roleId: staff }))
  await expectRefused(decide(admin, user.request), 'request-decided')
  expect(await dataOf(admin.get(`/sys-user/${user.id}`))).toMatchObject({ roleId: staff, roleUntil: null })
})

test('a request is not approved after it was withdrawn or has expired', async () => {
  const withdrawn = await requester()
  await dataOf(withdrawn.operator.remove(`/user/access-request/${withdrawn.request}`))
  await expectRefused(decide(admin, withdrawn.request), 'request-decided')
  const expired = await requester()
  await expire(expired.request)
  await expectRefused(decide(admin, expired.request), 'request-decided')
  await expectRefused(decide(admin, expired.request, 'refuse'), 'request-decided')
  await expectRefused(expired.operator.remove(`/user/access-request/${expired.request}`), 'request-decided')
  expect(await statusOf(expired.request)).toBe('expired')
})

test('nobody withdraws the request of another user', async () => {
  const user = await requester()
  const other = await person()
  for (const by of [other.operator, admin]) {
    await expectRefused(by.remove(`/user/access-request/${user.request}`), 'not-found')
  }
  await expectUnchanged(user)
})

test.each<[string, (roleKey: string, roleId: number) => Promise<unknown>]>([
  ['gets a rule', (roleKey) => dataOf(admin.post('/policy', { rules: [{ roleKey, ...SALARIES }] }))],
  ['loses a rule', (roleKey) => dataOf(admin.remove('/policy', { rules: [{ roleKey, ...ORDERS }] }))],
  ['gets another data scope', (_, roleId) => dataOf(admin.put(`/role/${roleId}`, { dataScope: '5' }))],
  ['is disabled', (_, roleId) => dataOf(admin.put(`/role/${roleId}`, { status: '1' }))],
  ['is deleted', (_, roleId) => dataOf(admin.remove(`/role/${roleId}`))],
])('a request is void if the role %s', async (_, change) => {
  const roleKey = 'short-lived'
  const roleId = await addRole(admin, roleKey, [ORDERS])
  const user = await requester(roleId)
  await change(roleKey, roleId)
  await expectRefused(decide(admin, user.request), 'request-outdated')
  await expectUnchanged(user, { status: 'outdated' })
  await dataOf(decide(admin, user.request, 'refuse'))
  await admin.remove(`/role/${roleId}`)
})

test('a void request does not block the next one, for the same role or another, and a valid one does', async () => {
  const { deptId } = await dataOf(admin.post('/dept', { deptName: 'Void', parentId: 0 }))
  const shortLived = await addRole(admin, 'short-lived', [ORDERS])
  const user = await requester()
  await dataOf(ask(user.operator, shortLived))
  await expectRefused(ask(user.operator), 'role-requested')
  await dataOf(admin.post('/policy', { rules: [{ roleKey: 'short-lived', ...SALARIES }] }))
  const second = await dataOf(ask(user.operator, shortLived))
  expect(await statusOf(user.request), 'a request that is still valid').toBe('waiting')
  await expectRefused(ask(user.operator), 'role-requested')
  await dataOf(admin.put(`/sys-user/${user.id}`, { deptId }))
  const own = await loginOperator(target.base, user.credentials)
  const third = await dataOf(ask(own))
  expect(await statusOf(user.request)).toBe('withdrawn')
  expect(await statusOf(Number(second.id))).toBe('withdrawn')
  const [entry] = await listOf(admin, `/audit-log?action=user.request-withdraw&targetId=${user.id}`)
  expect(entry).toMatchObject({ operator: user.username })
  await dataOf(decide(admin, Number(third.id)))
  await dataOf(admin.put(`/sys-user/${user.id}`, { roleId: staff }))
  await dataOf(admin.remove(`/role/${shortLived}`))
})

test('a role that is deleted and added again is another role', async () => {
  const user = await requester(await addRole(admin, 'short-lived', [ORDERS]))
  const [old] = await listOf(admin, '/role?roleKey=short-lived')
  await dataOf(admin.remove(`/role/${old?.roleId}`))
  const again = await addRole(admin, 'short-lived', [ORDERS])
  await expectRefused(decide(admin, user.request), 'request-outdated')
  await expectUnchanged(user, { status: 'outdated' })
  await dataOf(admin.remove(`/role/${again}`))
})

test('a request is void if the role, the department, the data scope or the status of the user changes', async () => {
  const { deptId } = await dataOf(admin.post('/dept', { deptName: 'Branch', parentId: 0 }))
  for (const change of [{ roleId: lead }, { deptId }, { dataScope: '5' }, { status: '1' }]) {
    const user = await requester()
    await dataOf(admin.put(`/sys-user/${user.id}`, change))
    await expectRefused(decide(admin, user.request), 'request-outdated')
    await expectUnchanged(user, { roleId: 'roleId' in change ? lead : staff, status: 'outdated' })
  }
  const deleted = await requester()
  await dataOf(admin.remove(`/sys-user/${deleted.id}`))
  await expectRefused(decide(admin, deleted.request), 'not-found')
  const renamed = await requester()
  await dataOf(admin.put(`/sys-user/${renamed.id}`, { nickName: 'Renamed' }))
  await dataOf(decide(admin, renamed.request))
})

test('a request of a user outside the data scope does not exist', async () => {
  const addDept = async (deptName: string) =>
    Number((await dataOf(admin.post('/dept', { deptName, parentId: 0 }))).deptId)
  const [north, south] = [await addDept('North'), await addDept('South')]
  const duty = await addRole(admin, 'short-lived', [ORDERS], { dataScope: '5' })
  const leadOfBranch = await addRole(admin, `lead-${++count}`, RIGHTS_OF_LEADS, { dataScope: '4' })
  const { operator } = await person(leadOfBranch, { deptId: north })
  const [near, far] = [
    await requester(duty, { deptId: north, dataScope: '5' }),
    await requester(duty, { deptId: south, dataScope: '5' }),
  ]
  expect((await listOf(operator, '/access-request')).map(({ id }) => id)).toEqual([near.request])
  for (const decision of ['approve', 'refuse']) {
    const [foreign, unknown] = [
      await decide(operator, far.request, decision),
      await decide(operator, 987_654, decision),
    ]
    expect(reasonOf(foreign)).toBe('not-found')
    expect(foreign.text.replace(String(far.request), '')).toBe(unknown.text.replace('987654', ''))
  }
  await expectUnchanged(far)
  await dataOf(decide(operator, near.request))
})

test('an approver who was demoted, disabled or logged out approves nothing, on no node', async () => {
  const ways: ((id: number) => Promise<Answer>)[] = [
    (id) => admin.put(`/sys-user/${id}`, { roleId: staff }),
    (id) => admin.put(`/sys-user/${id}`, { status: '1' }),
    (id) => admin.remove('/session', { userId: id }),
  ]
  for (const demote of ways) {
    const user = await requester()
    const leader = await person(lead)
    const elsewhere = operatorWith(node.base, leader.operator.token)
    await dataOf(demote(leader.id))
    const answer = await decide(elsewhere, user.request)
    expect(answer.body.code).toBe(401)
    await expectUnchanged(user)
  }
})

test('of approvals, refusals and a withdrawal at once on two nodes, one counts', async () => {
  for (let round = 0; round < 5; round++) {
    const user = await requester()
    const leaders = [(await person(lead)).operator, (await person(lead)).operator]
    const answers = await Promise.all([
      ...leaders.map(({ token }) => decide(operatorWith(node.base, token), user.request)),
      decide(admin, user.request),
      decide(admin, user.request, 'refuse'),
      user.operator.remove(`/user/access-request/${user.request}`),
    ])
    const outcomes = answers.map(reasonOf)
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
    const entries = await listOf(admin, `/audit-log?targetKind=user&targetId=${user.id}`)
    const isApproved = (await statusOf(user.request)) === 'approved'
    const changes = entries.filter(({ action }) => action === 'user.update')
    expect(changes).toHaveLength(isApproved ? 1 : 0)
    expect(await dataOf(admin.get(`/sys-user/${user.id}`))).toMatchObject({
      roleId: isApproved ? onCall : staff,
    })
  }
})

test('at most five requests wait, and one for each role, however many are sent at once', async () => {
  const { operator } = await person()
  const elsewhere = operatorWith(node.base, operator.token)
  const duties: number[] = []
  for (const roleKey of DUTIES) duties.push(await addRole(admin, roleKey))
  const answers = await Promise.all(
    duties.flatMap((roleId) => [operator, elsewhere].map((session) => ask(session, roleId))),
  )
  const outcomes = answers.map(reasonOf)
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(5)
  expect(outcomes).toContain('request-limit')
  const waiting = (await dataOf<{ requests: Thing[] }>(operator.get('/user/access-request'))).requests
  expect(new Set(waiting.map(({ roleId }) => roleId)).size).toBe(5)
  await expectRefused(ask(operator, Number(waiting[0]?.roleId)), 'role-requested')
})

test('without the setting nobody asks, and what waits is not approved', async () => {
  const user = await requester()
  const { administration: _, ...others } = settings
  const off = await startTarget({ settings: others, beside: target })
  try {
    const [asking, approving] = [user.operator, admin].map(({ token }) => operatorWith(off.base, token))
    if (!asking || !approving) throw new Error('there are two')
    expect((await dataOf<{ roles: Thing[] }>(asking.get('/user/access-request'))).roles).toEqual([])
    await expectRefused(ask(asking, adminRole), 'role-not-requestable')
    await expectRefused(decide(approving, user.request), 'role-not-requestable')
    await expectUnchanged(user)
    await dataOf(decide(approving, user.request, 'refuse'))
  } finally {
    await off.stop()
  }
})
