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
} from '../support/operator.ts'
import { CAPTCHA_TEXT, startService, type TestService } from '../support/service.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0'
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

const again = (username: string) => loginOperator(service.base, { username, password: passwordOf(username) })
const sessionIdOf = ({ token }: Operator) => Number(String(claimsOf(token).jti).split('-')[0])
const sessionsOf = (username: string) => listOf(admin, `/session?username=${username}`)
const messageFor = async (operator: Operator) => (await operator.get('/getinfo')).body.msg

describe('the list', () => {
  test('shows user, login time, expiry, address and user agent', async () => {
    const userId = await addUser(admin, 'fox', roleId)
    const uuid = await getCaptcha(service.base)
    const credentials = { username: 'fox', password: passwordOf('fox'), uuid, code: CAPTCHA_TEXT }
    const from = Date.now() - 1000
    const login = await call(`${service.base}/login`, postJson(credentials, { 'user-agent': FIREFOX }))
    const fox = operatorWith(service.base, String(login.body.token))
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
      expireTime: login.body.expire,
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
  })

  test('all sessions of a user, who gets the reason and can log in again', async () => {
    const userId = await addUser(admin, 'all', roleId)
    const operators = [await again('all'), await again('all'), await again('all')]
    expect(await dataOf(admin.remove('/session', { userId }))).toEqual({ ended: 3 })
    for (const operator of operators) expect(await messageFor(operator)).toMatch(/ended by an operator/)
    expect(await dataOf(admin.remove('/session', { userId }))).toEqual({ ended: 0 })
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

  test('sessions of an unknown role is refused with the id in the message', async () => {
    const unknown = [404, expect.stringContaining('77777')]
    expect(refusalOf(await admin.remove('/session', { roleId: 77_777 }))).toEqual(unknown)
    expect(refusalOf(await admin.get('/role/77777/sessions'))).toEqual(unknown)
  })

  test.each([
    {},
    { ids: [1], userId: 1 },
    { userId: 1, roleId: 1 },
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

test('an expired session is not listed and cannot be ended', async () => {
  await addUser(admin, 'expired', roleId)
  const expired = await again('expired')
  service.advance(HOUR + 1000)
  admin = await loginOperator(service.base)
  expect(await sessionsOf('expired')).toEqual([])
  expect(await listOf(admin, '/session')).toHaveLength(1)
  expectRefused(await admin.remove(`/session/${sessionIdOf(expired)}`), 404)
})
