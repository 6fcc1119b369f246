import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, call, postJson } from '../support/client.ts'
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
} from '../support/operator.ts'
import { startTarget, type Target } from './support/target.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const ORDERS = { method: 'GET', path: '/app/orders' }
const SALARIES = { method: 'GET', path: '/app/salaries' }
const USERS = { method: '*', path: '/api/v1/sys-user' }
const USERS_BELOW = { method: '*', path: '/api/v1/sys-user/*' }
const PROGRAMS = { method: '*', path: '/api/v1/service-account' }
const PROGRAMS_BELOW = { method: '*', path: '/api/v1/service-account/*' }

let target: Target
let admin: Operator
let robotRole: number
let ownerRole: number
let now = Date.now()

beforeAll(async () => {
  target = await startTarget({
    settings: {
      login: {
        methods: ['password', 'service'],
        maxFailures: 10,
        secondFactor: { requiredRoles: ['guarded'] },
      },
    },
    replacements: { now: () => now },
  })
  admin = await loginOperator(target.base)
  robotRole = await addRole(admin, 'robot', [ORDERS])
  ownerRole = await addRole(admin, 'owner', [ORDERS, USERS, USERS_BELOW, PROGRAMS, PROGRAMS_BELOW])
})
afterAll(() => target.close())

let count = 0
/** Adds an owner and a service account with one secret. */
async function program(fields: object = {}, roleId = robotRole) {
  const name = `robot-${++count}`
  const ownerId = await addUser(admin, `owner-${count}`, ownerRole)
  const body = { username: name, roleId, ownerId, ...fields }
  const { userId, owner, accepted } = await dataOf(admin.post('/service-account', body))
  if (!accepted) await accept(String(owner), Number(userId))
  const added = await dataOf(admin.post(`/service-account/${userId}/secret`, {}))
  return { name, id: Number(userId), ownerId, secret: String(added.secret), secretId: Number(added.id) }
}

/** Accepts an account as its owner. */
async function accept(owner: string, id: number): Promise<void> {
  const own = await loginOperator(target.base, { username: owner, password: passwordOf(owner) })
  await dataOf(own.post(`/user/service-account/${id}/accept`, {}))
}

const logIn = (username: string, secret: string) =>
  call(`${target.base}/login`, postJson({ method: 'service', username, secret }))

function expectRefused({ headers }: Answer, reason: string): void {
  expect(headers.get('x-castellan-reason')).toBe(reason)
}

async function tokenOf({ name, secret }: { name: string; secret: string }): Promise<string> {
  const answer = await logIn(name, secret)
  expectSuccess(answer)
  return String(answer.body.token)
}

const isAccepted = async (token: string) =>
  (await call(`${target.base}/getinfo`, { headers: { authorization: `Bearer ${token}` } })).body.code === 200

test('a program logs in with its secret, without a captcha, and the login is logged with its method', async () => {
  const robot = await program()
  const operator = operatorWith(target.base, await tokenOf(robot))
  expectRefused(await operator.get('/sys-user'), 'permission-denied')
  const [entry] = await listOf(admin, `/sys-login-log?username=${robot.name}`)
  expect(entry).toMatchObject({ username: robot.name, status: '2', method: 'service' })
  const shown = await dataOf(admin.get(`/service-account/${robot.id}`))
  expect(shown).toMatchObject({ owner: `owner-${count}`, lastLoginAt: expect.any(String) })
  expect(JSON.stringify(shown)).not.toContain(robot.secret)
  expect(JSON.stringify(await dataOf(admin.get('/audit-log?pageSize=100')))).not.toContain(robot.secret)
})

test('the last use is shown with its network and its route, and never with a query', async () => {
  const robot = await program()
  expect(await dataOf(admin.get(`/service-account/${robot.id}`))).toMatchObject({
    lastUsedAt: null,
    lastNetwork: null,
    lastRoute: null,
  })
  const settings = { login: { methods: ['password', 'service'] } }
  const node = await startTarget({ settings, replacements: { now: () => now }, beside: target })
  try {
    const token = await tokenOf(robot)
    expect(await dataOf(admin.get(`/service-account/${robot.id}`))).toMatchObject({
      lastUsedAt: new Date(now).toISOString(),
      lastNetwork: '127.0.0.1',
      lastRoute: null,
    })
    now += 1000
    await operatorWith(node.base, token).get(`/sys-user/7?token=${robot.secret}`)
    // A login is stored at once, before the call, and does not hide it.
    now += 1000
    await tokenOf(robot)
  } finally {
    await node.stop()
  }
  const { lastUsedAt, lastNetwork, lastRoute } = await dataOf(admin.get(`/service-account/${robot.id}`))
  expect({ lastUsedAt, lastNetwork, lastRoute }).toEqual({
    lastUsedAt: new Date(now).toISOString(),
    lastNetwork: '127.0.0.1',
    lastRoute: 'GET /api/v1/sys-user/:id',
  })
})

test('every wrong login gets the same response: name, secret, network, end, owner', async () => {
  const robot = await program()
  const other = await program()
  const elsewhere = await program({ networks: ['10.1.0.0/16', '2001:db8::/32'] })
  const ending = await program({ expiresAt: new Date(now + 60_000).toISOString() })
  const endingToken = await tokenOf(ending)
  const responses = [
    await logIn('nobody', robot.secret),
    await logIn(other.name, robot.secret),
    await logIn(robot.name, `${robot.secret}x`),
    await logIn(robot.name, robot.secret.slice(0, -1)),
    await logIn(elsewhere.name, elsewhere.secret),
  ]
  now += 61_000
  expect(await isAccepted(endingToken)).toBe(false)
  responses.push(await logIn(ending.name, ending.secret))
  admin = await loginOperator(target.base)
  await dataOf(admin.put(`/sys-user/${robot.ownerId}/status`, { status: '1' }))
  responses.push(await logIn(robot.name, robot.secret))
  for (const response of responses) expect(response.body).toEqual(responses[0]?.body)
  expectRefused(responses[0] ?? (await logIn('nobody', 'x')), 'credentials-wrong')
})

test('a program logs in from one of its networks only', async () => {
  const robot = await program({ networks: ['192.0.2.0/24', '127.0.0.1'] })
  expectSuccess(await logIn(robot.name, robot.secret))
  for (const networks of [
    ['10.1'],
    ['10.0.0.0/33'],
    ['all'],
    ['10.0.0.1,10.0.0.2'],
    Array(21).fill('10.0.0.1'),
  ])
    expectRefused(await admin.put(`/service-account/${robot.id}`, { networks }), 'invalid-parameters')
  const token = await tokenOf(robot)
  await dataOf(admin.put(`/service-account/${robot.id}`, { networks: ['192.0.2.0/24'] }))
  expect(await isAccepted(token)).toBe(false)
  expectRefused(await logIn(robot.name, robot.secret), 'credentials-wrong')
})

test('a secret is used until it is removed; there are at most two; its removal ends the sessions', async () => {
  const robot = await program()
  const second = await dataOf(admin.post(`/service-account/${robot.id}/secret`, {}))
  expectRefused(await admin.post(`/service-account/${robot.id}/secret`, {}), 'secret-limit')
  const token = await tokenOf(robot)
  await dataOf(admin.remove(`/service-account/${robot.id}/secret/${robot.secretId}`))
  expect(await isAccepted(token)).toBe(false)
  expectRefused(await logIn(robot.name, robot.secret), 'credentials-wrong')
  expectSuccess(await logIn(robot.name, String(second.secret)))
  expectRefused(await admin.remove(`/service-account/${robot.id}/secret/${robot.secretId}`), 'not-found')
})

test('a secret of one account cannot be removed through another', async () => {
  const [robot, other] = [await program(), await program()]
  expectRefused(await admin.remove(`/service-account/${other.id}/secret/${robot.secretId}`), 'not-found')
  expectSuccess(await logIn(robot.name, robot.secret))
})

test('the account is disabled with an owner who may do less than the account', async () => {
  const changes: readonly ((owner: number) => Promise<unknown>)[] = [
    async (owner) => {
      const weaker = await addRole(admin, `weaker-${++count}`, [SALARIES])
      await dataOf(admin.put(`/sys-user/${owner}`, { roleId: weaker }))
    },
    (owner) => dataOf(admin.put(`/sys-user/${owner}`, { dataScope: '5' })),
  ]
  for (const change of changes) {
    const robot = await program()
    const token = await tokenOf(robot)
    await change(robot.ownerId)
    expect(await isAccepted(token)).toBe(false)
    expectRefused(await logIn(robot.name, robot.secret), 'credentials-wrong')
    expect(await dataOf(admin.get(`/sys-user/${robot.id}`))).toMatchObject({ status: '1' })
    // It cannot be enabled before somebody else answers for it.
    expectRefused(await admin.put(`/sys-user/${robot.id}/status`, { status: '2' }), 'service-account-owner')
    const heir = await addUser(admin, `heir-${++count}`, ownerRole)
    await dataOf(admin.put(`/service-account/${robot.id}`, { ownerId: heir }))
    await dataOf(admin.put(`/sys-user/${robot.id}/status`, { status: '2' }))
    expectRefused(await logIn(robot.name, robot.secret), 'credentials-wrong')
    await accept(`heir-${count}`, robot.id)
    expectSuccess(await logIn(robot.name, robot.secret))
  }
})

test('while the owner has no access, the account is refused and not disabled, and works again with the owner', async () => {
  const role = await addRole(admin, `own-role-${++count}`, [ORDERS])
  const statusOf = (path: string) => (status: string) => dataOf(admin.put(path, { status }))
  for (const ofRole of [false, true]) {
    const robot = await program()
    if (ofRole) await dataOf(admin.put(`/sys-user/${robot.ownerId}`, { roleId: role }))
    const setStatus = statusOf(ofRole ? `/role/${role}` : `/sys-user/${robot.ownerId}/status`)
    const token = await tokenOf(robot)
    await setStatus('1')
    expect(await isAccepted(token)).toBe(false)
    expectRefused(await logIn(robot.name, robot.secret), 'credentials-wrong')
    const shown = () => dataOf(admin.get(`/service-account/${robot.id}`))
    expect(await shown()).toMatchObject({ status: '2', ownerHasAccess: false })
    // Nothing else about it brings it back.
    await dataOf(admin.put(`/service-account/${robot.id}`, { networks: [] }))
    await dataOf(admin.put(`/sys-user/${robot.id}/status`, { status: '2' }))
    expectRefused(await logIn(robot.name, robot.secret), 'credentials-wrong')
    await setStatus('2')
    expect(await shown()).toMatchObject({ status: '2', ownerHasAccess: true })
    expect(await isAccepted(token)).toBe(false)
    expectSuccess(await logIn(robot.name, robot.secret))
  }
})

test('the account of a deleted owner is refused until another owner accepts it', async () => {
  const robot = await program()
  const token = await tokenOf(robot)
  expect(await dataOf(admin.remove(`/sys-user/${robot.ownerId}`))).toEqual({
    removed: 1,
    stoppedAccounts: [{ userId: robot.id, username: robot.name, ownerId: robot.ownerId }],
  })
  expect(await isAccepted(token)).toBe(false)
  expectRefused(await logIn(robot.name, robot.secret), 'credentials-wrong')
  await dataOf(admin.put(`/sys-user/${robot.id}`, { remark: 'waits for somebody' }))
  const heir = await addUser(admin, `heir-${++count}`, ownerRole)
  await dataOf(admin.put(`/service-account/${robot.id}`, { ownerId: heir }))
  expectRefused(await logIn(robot.name, robot.secret), 'credentials-wrong')
  await accept(`heir-${count}`, robot.id)
  expectSuccess(await logIn(robot.name, robot.secret))
})

test('disabling a person names the accounts that stop', async () => {
  const robot = await program()
  const other = await program({ ownerId: robot.ownerId })
  await accept(`owner-${count - 1}`, other.id)
  await dataOf(admin.put(`/sys-user/${other.id}/status`, { status: '1' }))
  const stopped = [{ userId: robot.id, username: robot.name, ownerId: robot.ownerId }]
  const path = `/sys-user/${robot.ownerId}`
  expect((await dataOf(admin.put(path, { status: '1' }))).stoppedAccounts).toEqual(stopped)
  expect((await dataOf(admin.put(path, { status: '2' }))).stoppedAccounts).toEqual([])
  expect((await dataOf(admin.put(`${path}/status`, { status: '1' }))).stoppedAccounts).toEqual(stopped)
  await dataOf(admin.put(`${path}/status`, { status: '2' }))
  const many = { ids: [robot.ownerId], status: '1' }
  expect(await dataOf(admin.put('/sys-user/status', many))).toEqual({ changed: 1, stoppedAccounts: stopped })
  const owned = await listOf(admin, `/service-account?ownerIds=${robot.ownerId}`)
  expect(owned.map(({ userId }) => userId)).toEqual([robot.id, other.id])
})

test('an account that is given to another owner stops until the owner accepts it', async () => {
  const robot = await program()
  const token = await tokenOf(robot)
  await addUser(admin, `other-${count}`, ownerRole)
  const heir = await addUser(admin, `heir-${count}`, ownerRole)
  expect(await dataOf(admin.put(`/service-account/${robot.id}`, { ownerId: heir }))).toMatchObject({
    accepted: false,
  })
  expect(await isAccepted(token)).toBe(false)
  expectRefused(await logIn(robot.name, robot.secret), 'credentials-wrong')
  // Neither whoever gave it, nor another change, nor somebody else accepts it.
  expectRefused(await admin.post(`/user/service-account/${robot.id}/accept`, {}), 'not-found')
  await dataOf(admin.put(`/service-account/${robot.id}`, { ownerId: heir, networks: [] }))
  const logInAs = (name: string) => loginOperator(target.base, { username: name, password: passwordOf(name) })
  const other = await logInAs(`other-${count}`)
  expectRefused(await other.post(`/user/service-account/${robot.id}/accept`, {}), 'not-found')
  expect(await listOf(other, '/user/service-account')).toEqual([])
  expectRefused(await logIn(robot.name, robot.secret), 'credentials-wrong')

  const own = await logInAs(`heir-${count}`)
  expect(await listOf(own, '/user/service-account')).toMatchObject([{ userId: robot.id, accepted: false }])
  await dataOf(own.post(`/user/service-account/${robot.id}/accept`, {}))
  expect(await listOf(own, '/user/service-account')).toEqual([])
  expectSuccess(await logIn(robot.name, robot.secret))
  const [entry] = await listOf(admin, '/audit-log?action=user.service-accept')
  expect(entry).toMatchObject({ operator: `heir-${count}`, target: robot.name, after: { ownerId: heir } })
})

test('a new account for somebody else waits for its owner too', async () => {
  const ownerId = await addUser(admin, `owner-${++count}`, ownerRole)
  const name = `robot-${count}`
  const body = { username: name, roleId: robotRole, ownerId }
  const { userId, accepted } = await dataOf(admin.post('/service-account', body))
  expect(accepted).toBe(false)
  const { secret } = await dataOf(admin.post(`/service-account/${userId}/secret`, {}))
  expectRefused(await logIn(name, String(secret)), 'credentials-wrong')
  await dataOf(admin.put(`/sys-user/${ownerId}`, { dataScope: '5' }))
  const own = await loginOperator(target.base, {
    username: `owner-${count}`,
    password: passwordOf(`owner-${count}`),
  })
  // It is disabled, and its owner could not grant what it has.
  expectRefused(await own.post(`/user/service-account/${userId}/accept`, {}), 'service-account-owner')
})

test('the account stops when its owner is disabled for not having logged in', async () => {
  const robot = await program()
  now += 40 * DAY_MS
  const token = await tokenOf(robot)
  admin = await loginOperator(target.base)
  const idle = { days: 30, userIds: [robot.ownerId] }
  await dataOf(admin.post('/report/idle-users/clean-up', idle))
  expect(await isAccepted(token)).toBe(false)
  expectRefused(await logIn(robot.name, robot.secret), 'credentials-wrong')
  expect(await dataOf(admin.get(`/sys-user/${robot.id}`))).toMatchObject({ status: '2' })
})

test('a token of the account does not outlive the role of its owner, even if the end cannot be recorded', async () => {
  const robot = await program()
  const owner = await dataOf(admin.get(`/sys-user/${robot.ownerId}`))
  const stronger = await addRole(admin, `until-${++count}`, [ORDERS, SALARIES])
  const roleUntil = new Date(Math.ceil(now / 1000) * 1000 + 10 * 60_000).toISOString()
  await dataOf(admin.put(`/sys-user/${owner.userId}`, { roleId: stronger, roleUntil }))
  const answer = await logIn(robot.name, robot.secret)
  expectSuccess(answer)
  const early = Date.parse(roleUntil) - Date.parse(String(answer.body.expire))
  expect(early).toBeGreaterThanOrEqual(0)
  expect(early, 'whole seconds').toBeLessThanOrEqual(1000)
})

test('the account ends when its role gets a rule that the owner lacks, or the owner loses one', async () => {
  for (const change of ['role gains', 'owner loses']) {
    const rule = { method: 'GET', path: `/app/reports-${++count}` }
    const of = (roleKey: string) => ({ rules: [{ roleKey, ...rule }] })
    const [own, robots] = [`own-${count}`, `robots-${count}`]
    const ownRole = await addRole(admin, own, [rule])
    const roleId = await addRole(admin, robots, change === 'owner loses' ? [rule] : [])
    const ownerId = await addUser(admin, `reporter-${count}`, ownRole)
    const robot = await program({ ownerId }, roleId)
    const token = await tokenOf(robot)
    if (change === 'role gains') {
      await dataOf(admin.post('/policy', { rules: [{ roleKey: robots, ...SALARIES }] }))
    } else await dataOf(admin.remove('/policy', of(own)))
    expect(await isAccepted(token)).toBe(false)
    expect(await dataOf(admin.get(`/sys-user/${robot.id}`))).toMatchObject({ status: '1' })
    const [entry] = await listOf(admin, `/audit-log?action=user.service-disable&targetId=${robot.id}`)
    expect(entry).toMatchObject({ operator: 'admin', target: robot.name })
  }
})

test('nobody gains more than they hold through a service account', async () => {
  const name = `keeper-${++count}`
  await addUser(admin, name, ownerRole)
  const keeper = await loginOperator(target.base, { username: name, password: passwordOf(name) })
  const strong = await addRole(admin, `strong-${count}`, [SALARIES])
  const [{ roleId: adminRole } = { roleId: 0 }] = await listOf(admin, '/role?roleKey=admin')
  expectRefused(await keeper.post('/service-account', { username: 'x1', roleId: strong }), 'beyond-own-role')
  expectRefused(await keeper.post('/service-account', { username: 'x1', roleId: adminRole }), 'admin-only')
  expectRefused(
    await admin.post('/service-account', { username: 'x1', roleId: adminRole }),
    'service-account-role',
  )
  const guarded = await addRole(admin, 'guarded')
  expectRefused(
    await admin.post('/service-account', { username: 'x1', roleId: guarded }),
    'service-account-role',
  )
  // An account of somebody with more rights.
  const strongOne = await program({ ownerId: 1 }, strong)
  expectRefused(await keeper.post(`/service-account/${strongOne.id}/secret`, {}), 'beyond-own-role')
  expectRefused(await keeper.put(`/service-account/${strongOne.id}`, { networks: [] }), 'beyond-own-role')
  const own = await dataOf(
    keeper.post('/service-account', { username: `own-robot-${count}`, roleId: robotRole }),
  )
  expect(own).toMatchObject({ owner: name })
  expectRefused(await keeper.put(`/sys-user/${own.userId}`, { roleId: strong }), 'beyond-own-role')
  expectRefused(await admin.put(`/sys-user/${own.userId}`, { roleId: strong }), 'service-account-owner')
  expectRefused(await admin.put(`/sys-user/${own.userId}`, { roleId: adminRole }), 'service-account-role')
  expectRefused(
    await admin.put('/sys-user/role', { ids: [own.userId], roleId: adminRole }),
    'service-account-role',
  )
})

test('a service account is not a person, and a person is not a service account', async () => {
  const robot = await program()
  const alice = await addUser(admin, `alice-${++count}`, ownerRole)
  const password = passwordOf('robot')
  expectRefused(await admin.put(`/sys-user/${robot.id}/password`, { password }), 'service-account')
  expectRefused(await admin.put(`/sys-user/${robot.id}`, { loginMethods: ['password'] }), 'service-account')
  expectRefused(await admin.put(`/sys-user/${robot.id}`, { pwdChangeDue: true }), 'service-account')
  const link = { issuer: 'https://id.example', subject: 'robot' }
  expectRefused(await admin.post(`/sys-user/${robot.id}/link`, link), 'service-account')
  expectRefused(
    await admin.put(`/sys-user/${alice}`, { loginMethods: ['service'] }),
    'service-account-method',
  )
  const person = { username: 'mallory', password: passwordOf('mallory'), roleId: ownerRole }
  expectRefused(
    await admin.post('/sys-user', { ...person, loginMethods: ['password', 'service'] }),
    'service-account-method',
  )
  expectRefused(await admin.post(`/service-account/${alice}/secret`, {}), 'not-found')
  const other = await program()
  expectRefused(
    await admin.put(`/service-account/${robot.id}`, { ownerId: other.id }),
    'service-account-owner',
  )
  expectRefused(await logIn(`alice-${count}`, ''), 'invalid-parameters')
  expectRefused(await logIn(`alice-${count}`, passwordOf(`alice-${count}`)), 'credentials-wrong')
})

test('a disabled service account gets no role that is not for programs either', async () => {
  const { id } = await program({ ownerId: 1 })
  const [{ roleId: adminRole } = { roleId: 0 }] = await listOf(admin, '/role?roleKey=admin')
  await dataOf(admin.put(`/sys-user/${id}/status`, { status: '1' }))
  expectRefused(await admin.put(`/sys-user/${id}`, { roleId: adminRole }), 'service-account-role')
})

test('an end at the beginning of 1970 is in the past, and not none', async () => {
  const { id } = await program()
  const expiresAt = '1970-01-01T00:00:00Z'
  expectRefused(await admin.put(`/service-account/${id}`, { expiresAt }), 'invalid-parameters')
})

test('a service account has no second factor', async () => {
  const operator = operatorWith(target.base, await tokenOf(await program()))
  expectRefused(await operator.post('/user/second-factor', {}), 'service-account')
})

test('a program with the rules for users stays within its role, and cannot renew itself', async () => {
  const robot = await program({}, ownerRole)
  const operator = operatorWith(target.base, await tokenOf(robot))
  const strong = await addRole(admin, `stronger-${++count}`, [SALARIES])
  const victim = await addUser(admin, `victim-${count}`, strong)
  expectRefused(
    await operator.put(`/sys-user/${victim}/password`, { password: passwordOf('x') }),
    'beyond-own-role',
  )
  expectRefused(await operator.put(`/sys-user/${victim}`, { roleId: robotRole }), 'beyond-own-role')
  expectRefused(await operator.put('/sys-user/1/password', { password: passwordOf('x') }), 'admin-only')
  expectRefused(await operator.post(`/service-account/${robot.id}/secret`, {}), 'own-account')
  expectRefused(await operator.put(`/service-account/${robot.id}`, { expiresAt: null }), 'own-account')
  // It would answer for another program.
  expectRefused(
    await operator.post('/service-account', { username: `child-${count}`, roleId: robotRole }),
    'service-account-owner',
  )
})

test('the audit log names the program and its owner, and people without one', async () => {
  const robot = await program({}, ownerRole)
  const operator = operatorWith(target.base, await tokenOf(robot))
  const weaker = await addUser(admin, `weaker-user-${++count}`, robotRole)
  await dataOf(operator.put(`/sys-user/${weaker}/status`, { status: '1' }))
  const [entry, earlier] = await listOf(admin, `/audit-log?targetId=${weaker}&targetKind=user`)
  const owner = await dataOf(admin.get(`/sys-user/${robot.ownerId}`))
  expect(entry).toMatchObject({ operator: robot.name, operatorOwner: owner.username })
  expect(earlier).toMatchObject({ operator: 'admin', operatorOwner: '' })
  expect(await dataOf(admin.get('/audit-log/verify'))).toMatchObject({ intact: true })
})

test('failures of programs do not make people wait, nor those of people programs', async () => {
  const robot = await program()
  for (let i = 0; i < 12; i++) await logIn(robot.name, 'wrong')
  expectRefused(await logIn(robot.name, 'wrong'), 'rate-limited')
  const person = await addUser(admin, `waiting-${++count}`, ownerRole)
  expect(person).toBeGreaterThan(0)
  await loginOperator(target.base, { username: `waiting-${count}`, password: passwordOf(`waiting-${count}`) })
  const other = await program()
  expectSuccess(await logIn(other.name, other.secret))
})

test('the method is off unless the settings name it', async () => {
  const plain = await startTarget({})
  try {
    const answer = await call(
      `${plain.base}/login`,
      postJson({ method: 'service', username: 'x', secret: 'y' }),
    )
    expectRefused(answer, 'invalid-parameters')
  } finally {
    await plain.close()
  }
})
