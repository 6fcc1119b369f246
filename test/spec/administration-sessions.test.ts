import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, getCaptcha, postJson } from '../support/client.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { claimsOf } from '../support/jwt.ts'
import {
  addRole,
  addUser,
  dataOf,
  type Listed,
  listOf,
  loginOperator,
  type Operator,
  operatorWith,
  passwordOf,
  refusalOf,
  type Thing,
} from '../support/operator.ts'
import { ADMIN_PASSWORD, CAPTCHA_TEXT, startService, type TestService } from '../support/service.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0'
/** A client that no other test uses. */
const ODD = 'oddity/1.0'
const HOUR = 60 * 60 * 1000

let service: TestService
let admin: Operator
let roleId: number

beforeAll(async () => {
  service = await startService()
  admin = await loginOperator(service.base)
  roleId = await addRole(admin, 'clerk')
})
afterAll(() => service.close())

async function again(
  username: string,
  userAgent = 'node',
  password = passwordOf(username),
): Promise<Operator> {
  const body = { username, password, uuid: await getCaptcha(service.base), code: CAPTCHA_TEXT }
  const answer = await call(`${service.base}/login`, postJson(body, { 'user-agent': userAgent }))
  return operatorWith(service.base, String(answer.body.token))
}
const sessionIdOf = ({ token }: Operator) => Number(String(claimsOf(token).jti).split('-')[0])
const sessionsOf = (username: string) => listOf(admin, `/session?username=${username}`)
const messageFor = async (operator: Operator) => (await operator.get('/getinfo')).body.msg

describe('the list', () => {
  test('shows user, login time, expiry, address and user agent', async () => {
    const userId = await addUser(admin, 'fox', roleId)
    const from = Date.now() - 1000
    const fox = await again('fox', FIREFOX)
    const [session] = await sessionsOf('fox')
    expect(session).toEqual({
      sessionId: sessionIdOf(fox),
      userId,
      username: 'fox',
      roleKey: 'clerk',
      ipaddr: '127.0.0.1',
      browser: 'Firefox 120.0',
      os: 'Linux',
      platform: 'desktop',
      loginTime: expect.stringMatching(/Z$/),
      expireTime: new Date(Number(claimsOf(fox.token).exp) * 1000).toISOString(),
      current: false,
      mayEnd: true,
    })
    const loginTime = Date.parse(String(session?.loginTime))
    expect(loginTime).toBeGreaterThanOrEqual(from)
    expect(loginTime).toBeLessThanOrEqual(Date.now())
  })

  test('marks the caller’s session and contains no token', async () => {
    const answer = await admin.get('/session?pageSize=200')
    const { list } = await dataOf<Listed>(Promise.resolve(answer))
    const current = list.filter((session) => session.current === true)
    expect(current.map((session) => session.sessionId)).toEqual([sessionIdOf(admin)])
    const [, , signature = ''] = admin.token.split('.')
    expect(answer.text).not.toContain(signature)
    expect(answer.text).not.toContain(String(claimsOf(admin.token).jti))
  })

  test('is filtered by user and address, and paginated, the newest first', async () => {
    const userId = await addUser(admin, 'paged', roleId)
    const ids: number[] = []
    for (let i = 0; i < 3; i++) ids.push(sessionIdOf(await again('paged')))
    const get = (query: string) => dataOf<Listed>(admin.get(`/session?${query}`))
    const idsOf = ({ list }: Listed) => list.map((session) => session.sessionId)
    expect(idsOf(await get(`userId=${userId}`))).toEqual(ids.toReversed())
    expect(await get(`userId=${userId}&pageSize=2&pageIndex=2`)).toMatchObject({ count: 3, pageIndex: 2 })
    expect(idsOf(await get(`userId=${userId}&pageSize=2&pageIndex=2`))).toEqual([ids[0]])
    expect(idsOf(await get(`userId=${userId}&ipaddr=127.0.0.1`))).toHaveLength(3)
    expect(await get(`userId=${userId}&ipaddr=10.0.0.1`)).toMatchObject({ list: [], count: 0 })
    expect(idsOf(await get(`userId=${userId}&ipaddr=127.0.0.0/8`))).toEqual(ids.toReversed())
    expect(await get(`userId=${userId}&ipaddr=10.0`)).toMatchObject({ list: [], count: 0 })
    expect(await get('username=page')).toMatchObject({ list: [], count: 0 })
    expect(await get('username=PAGED')).toMatchObject({ count: 3 })
    for (const query of ['userId=x', 'userId=-1', 'pageSize=0'])
      expectRefused(await admin.get(`/session?${query}`), 400)
  })

  test('no longer contains a session after logout', async () => {
    await addUser(admin, 'leaver', roleId)
    const leaver = await again('leaver')
    expect(await sessionsOf('leaver')).toHaveLength(1)
    expectSuccess(await leaver.post('/logout', {}))
    expect(await sessionsOf('leaver')).toEqual([])
    expect(refusalOf(await admin.remove(`/session/${sessionIdOf(leaver)}`))).toEqual([
      404,
      expect.stringContaining(String(sessionIdOf(leaver))),
    ])
  })
})

describe('ending', () => {
  test('one session: its token is refused immediately with the reason, other tokens stay valid', async () => {
    await addUser(admin, 'one', roleId)
    const [first, second] = [await again('one'), await again('one')]
    expectSuccess(await admin.remove(`/session/${sessionIdOf(first)}`), { data: null })
    expectRefused(await first.get('/getinfo'), 401)
    expect(await messageFor(first)).toMatch(/ended by an operator/)
    expectSuccess(await second.get('/getinfo'))
    expect((await sessionsOf('one')).map((session) => session.sessionId)).toEqual([sessionIdOf(second)])
    expectSuccess(await (await again('one')).get('/getinfo'))
  })

  test('many sessions: all or none', async () => {
    await addUser(admin, 'many', roleId)
    const [first, second] = [await again('many'), await again('many')]
    const ids = [sessionIdOf(first), sessionIdOf(second)]
    expect(refusalOf(await admin.remove('/session', { ids: [...ids, 999_999] }))).toEqual([
      404,
      expect.stringContaining('999999'),
    ])
    for (const operator of [first, second]) expectSuccess(await operator.get('/getinfo'))
    expect(await dataOf(admin.remove('/session', { ids: [...ids, ...ids] }))).toEqual({ ended: 2 })
    for (const operator of [first, second]) expectRefused(await operator.get('/getinfo'), 401)
    expect(await listOf(admin, '/audit-log?action=session.end-many')).toEqual([
      expect.objectContaining({
        targetId: 0,
        target: 'many',
        before: { sessions: 2, users: 1, usernames: ['many'], selected: { ids: [...ids, ...ids] } },
      }),
    ])
  })

  test('all sessions of a user, who gets the reason and can log in again', async () => {
    const userId = await addUser(admin, 'all', roleId)
    const operators = [await again('all'), await again('all'), await again('all')]
    expect(await dataOf(admin.remove('/session', { userId }))).toEqual({ ended: 3 })
    for (const operator of operators) expect(await messageFor(operator)).toMatch(/ended by an operator/)
    expect(await dataOf(admin.remove('/session', { userId }))).toEqual({ ended: 0 })
    expect(await listOf(admin, '/audit-log?action=user.end-sessions&target=all')).toEqual([
      expect.objectContaining({ targetId: userId, target: 'all', before: { sessions: 3 } }),
    ])
    expectSuccess(await (await again('all')).get('/getinfo'))
  })

  test('sessions of an unknown user is refused with the id in the message', async () => {
    expect(refusalOf(await admin.remove('/session', { userId: 77_777 }))).toEqual([
      404,
      expect.stringContaining('77777'),
    ])
  })

  test('all sessions of a role, in one audit log entry; sessions of other roles stay', async () => {
    const id = await addRole(admin, 'packer')
    for (const username of ['packer one', 'packer two']) await addUser(admin, username, id)
    await addUser(admin, 'no packer', roleId)
    const other = await again('no packer')
    const packers = [await again('packer one'), await again('packer one'), await again('packer two')]
    expect(await dataOf(admin.get(`/role/${id}/sessions`))).toEqual({ sessions: 3, users: 2 })
    expect(await dataOf(admin.remove('/session', { roleId: id }))).toEqual({ ended: 3 })
    for (const packer of packers) {
      expectRefused(await packer.get('/getinfo'), 401)
      expect(await messageFor(packer)).toMatch(/ended by an operator/)
    }
    for (const operator of [other, admin]) expectSuccess(await operator.get('/getinfo'))
    expect(await dataOf(admin.get(`/role/${id}/sessions`))).toEqual({ sessions: 0, users: 0 })
    // Ends nothing, and is not in the audit log.
    expect(await dataOf(admin.remove('/session', { roleId: id }))).toEqual({ ended: 0 })
    expect(await listOf(admin, '/audit-log?action=role.end-sessions')).toEqual([
      expect.objectContaining({ targetId: id, target: 'packer', before: { sessions: 3, users: 2 } }),
    ])
    expectSuccess(await (await again('packer one')).get('/getinfo'))
  })

  test('all sessions of the own role ends the own session too', async () => {
    const rules = [{ method: 'DELETE', path: '/api/v1/session' }]
    const id = await addRole(admin, 'keeper', rules)
    for (const username of ['keeper one', 'keeper two']) await addUser(admin, username, id)
    const [first, second] = [await again('keeper one'), await again('keeper two')]
    expect(await dataOf(first.remove('/session', { roleId: id }))).toEqual({ ended: 2 })
    for (const keeper of [first, second]) expectRefused(await keeper.get('/getinfo'), 401)
  })

  test('all sessions of a role by an operator who is not an admin: only if the role has no more permissions', async () => {
    const rules = [{ method: 'DELETE', path: '/api/v1/session' }]
    await addUser(admin, 'guard', await addRole(admin, 'guard', rules))
    const lesser = await addRole(admin, 'visitor')
    const greater = await addRole(admin, 'owner', [{ method: 'GET', path: '/api/v1/safe' }])
    await addUser(admin, 'visitor', lesser)
    await addUser(admin, 'owner', greater)
    const [guard, visitor, owner] = [await again('guard'), await again('visitor'), await again('owner')]
    expectRefused(await guard.remove('/session', { roleId: greater }), 409)
    expectRefused(await guard.remove('/session', { roleId: 1 }), 409)
    for (const operator of [owner, admin]) expectSuccess(await operator.get('/getinfo'))
    expect(await dataOf(guard.remove('/session', { roleId: lesser }))).toEqual({ ended: 1 })
    expectRefused(await visitor.get('/getinfo'), 401)
    expectRefused(await visitor.remove('/session', { roleId: lesser }), 401)
    // The numbers need a permission of their own.
    expectRefused(await guard.get(`/role/${lesser}/sessions`), 401)
  })

  test('all sessions that match several filters, in one audit log entry; the others stay', async () => {
    const id = await addRole(admin, 'driver')
    await addUser(admin, 'driver one', id)
    const two = await addUser(admin, 'driver two', id)
    const [first, firefox, third] = [
      await again('driver one'),
      await again('driver one', FIREFOX),
      await again('driver two', FIREFOX),
    ]
    const count = async (query: string) => (await dataOf<Listed>(admin.get(`/session?${query}`))).count
    expect(await count(`roleId=${id}`)).toBe(3)
    expect(await count(`roleId=${id}&browser=Firefox`)).toBe(2)
    expect(await count(`roleId=${id}&browser=firefox`)).toBe(0)
    expect(await count(`roleId=${id}&os=Linux&userId=${two}`)).toBe(1)
    expect(await count(`roleId=${id}&minAgeHours=1`)).toBe(0)
    const filter = { username: 'DRIVER ONE', browser: 'Firefox', ipaddr: '127.0.0.0/8' }
    expect(await dataOf(admin.remove('/session', { ...filter, minAgeHours: 1 }))).toEqual({ ended: 0 })
    expect(await dataOf(admin.remove('/session', filter))).toEqual({ ended: 1 })
    expectRefused(await firefox.get('/getinfo'), 401)
    for (const operator of [first, third]) expectSuccess(await operator.get('/getinfo'))
    const rest = { roleId: id, ipaddr: '127.0.0.1' }
    expect(await dataOf(admin.remove('/session', rest))).toEqual({ ended: 2 })
    for (const operator of [first, third]) {
      expectRefused(await operator.get('/getinfo'), 401)
      expect(await messageFor(operator)).toMatch(/ended by an operator/)
    }
    const [entry] = await listOf(admin, '/audit-log?action=session.end-many&pageSize=1')
    expect(entry).toMatchObject({
      target: '',
      before: { sessions: 2, users: 2, usernames: ['driver one', 'driver two'], selected: rest },
    })
    expect(
      await listOf(admin, `/audit-log?action=session.end&targetId=${sessionIdOf(firefox)}`),
    ).toHaveLength(1)
  })

  test('sessions that match a filter by an operator who is not an admin: none, if one of the users has more permissions', async () => {
    const rules = [{ method: 'DELETE', path: '/api/v1/session' }]
    await addUser(admin, 'warden', await addRole(admin, 'warden', rules))
    await addUser(admin, 'inmate', await addRole(admin, 'inmate'))
    const [warden, inmate] = [await again('warden', ODD), await again('inmate', ODD)]
    const chief = await again('admin', ODD, ADMIN_PASSWORD)
    const refused = await warden.remove('/session', { browser: 'oddity' })
    expect(refusalOf(refused)).toEqual([409, expect.stringContaining('admin')])
    for (const operator of [warden, inmate, chief]) expectSuccess(await operator.get('/getinfo'))
    expectSuccess(await chief.post('/logout', {}))
    expect(await dataOf(warden.remove('/session', { browser: 'oddity' }))).toEqual({ ended: 2 })
    for (const operator of [warden, inmate]) expectRefused(await operator.get('/getinfo'), 401)
  })

  test('is offered exactly for the sessions that the operator may end, and a refusal names the user', async () => {
    const north = Number((await dataOf(admin.post('/dept', { deptName: 'North' }))).deptId)
    const rules = [
      { method: 'GET', path: '/api/v1/session' },
      { method: 'DELETE', path: '/api/v1/session' },
      { method: 'DELETE', path: '/api/v1/session/:id' },
    ]
    const branch = await addRole(admin, 'branch', rules, { dataScope: '4' })
    const staff = await addRole(admin, 'staff', [], { dataScope: '5' })
    await addUser(admin, 'northern lead', branch, { deptId: north })
    await addUser(admin, 'northern clerk', staff, { deptId: north })
    // The role alone does not tell that this user sees all data.
    await addUser(admin, 'northern auditor', staff, { deptId: north, dataScope: '1' })
    const [lead] = [
      await again('northern lead'),
      await again('northern clerk'),
      await again('northern auditor'),
    ]
    const offered = await listOf(lead, '/session?pageSize=200')
    expect(offered.map(({ username, mayEnd }) => [username, mayEnd])).toEqual([
      ['northern auditor', false],
      ['northern clerk', true],
      ['northern lead', true],
    ])
    const refused = await lead.remove('/session', { roleId: staff })
    expect(refusalOf(refused)).toEqual([409, expect.stringContaining('northern auditor')])
    for (const { sessionId, mayEnd } of offered) {
      const answer = await lead.remove(`/session/${sessionId}`)
      if (mayEnd) expectSuccess(answer)
      else expect(refusalOf(answer)).toEqual([409, expect.stringContaining('northern auditor')])
    }
  })

  test('sessions of an unknown role is refused with the id in the message', async () => {
    const unknown = [404, expect.stringContaining('77777')]
    expect(refusalOf(await admin.remove('/session', { roleId: 77_777 }))).toEqual(unknown)
    expect(refusalOf(await admin.get('/role/77777/sessions'))).toEqual(unknown)
  })

  test.each([
    {},
    { ids: [1], userId: 1 },
    { username: '' },
    { minAgeHours: 0 },
    { browser: '' },
    { ipaddr: '10.0.0.0/99' },
    { status: '1' },
    { ids: [] },
    { userId: '1' },
    { roleId: '1' },
    { roleId: 0 },
    { ids: ['1'] },
  ])('%j is refused', async (body) => {
    expectRefused(await admin.remove('/session', body), 400)
  })

  test('one’s own session revokes one’s own token', async () => {
    const other = await loginOperator(service.base)
    expectSuccess(await other.remove(`/session/${sessionIdOf(other)}`))
    expectRefused(await other.get('/session'), 401)
  })
})

describe('own sessions', () => {
  test('are listed with the current one, for users without any permission', async () => {
    await addUser(admin, 'self', roleId)
    const [first, second] = [await again('self'), await again('self')]
    const list = await dataOf<readonly Thing[]>(second.get('/user/session'))
    expect(list.map(({ sessionId, current }) => [sessionId, current])).toEqual([
      [sessionIdOf(second), true],
      [sessionIdOf(first), false],
    ])
    expectRefused(await second.get('/session'), 401)
  })

  test('one is ended by its id; the session of another user is not found', async () => {
    for (const username of ['own one', 'own two']) await addUser(admin, username, roleId)
    const [first, second, other] = [await again('own one'), await again('own one'), await again('own two')]
    expectRefused(await first.remove(`/user/session/${sessionIdOf(other)}`), 404)
    expectRefused(await first.remove('/user/session/999999'), 404)
    expectSuccess(await first.remove(`/user/session/${sessionIdOf(second)}`), { data: null })
    expectRefused(await second.get('/getinfo'), 401)
    for (const operator of [first, other]) expectSuccess(await operator.get('/getinfo'))
    const [entry] = await listOf(admin, `/audit-log?action=session.end&targetId=${sessionIdOf(second)}`)
    expect(entry).toMatchObject({ operator: 'own one', target: 'own one' })
  })

  test('all others are ended; the session of the request stays', async () => {
    await addUser(admin, 'own three', roleId)
    const [first, second, third] = [
      await again('own three'),
      await again('own three'),
      await again('own three'),
    ]
    expect(await dataOf(second.remove('/user/session'))).toEqual({ ended: 2 })
    for (const operator of [first, third]) expectRefused(await operator.get('/getinfo'), 401)
    expectSuccess(await second.get('/getinfo'))
    expect(await dataOf(second.remove('/user/session'))).toEqual({ ended: 0 })
  })
})

test('an expired session is not listed and cannot be ended', async () => {
  await addUser(admin, 'expired', roleId)
  const expired = await again('expired')
  service.advance(HOUR + 1000)
  admin = await loginOperator(service.base)
  expect(await sessionsOf('expired')).toEqual([])
  expect(await listOf(admin, '/session')).toHaveLength(1)
  expectRefused(await admin.remove(`/session/${sessionIdOf(expired)}`), 404)
})
