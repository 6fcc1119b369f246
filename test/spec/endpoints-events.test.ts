import { afterAll, describe, expect, test } from 'vitest'
import { bearer, call, login, loginAs, tryLogin } from '../support/client.ts'
import { type EventStreamClient, openEventStream } from '../support/event-stream-client.ts'
import { eventually } from '../support/eventually.ts'
import { expectRefused } from '../support/expectations.ts'
import {
  addRole,
  addUser,
  dataOf,
  type Listed,
  listOf,
  loginOperator,
  type Operator,
  passwordOf,
  type Thing,
} from '../support/operator.ts'
import { startService } from '../support/service.ts'

const LOGIN_FAILURES = 4
const MAX_FAILURES = 3

const open: EventStreamClient[] = []

const service = await startService({
  settings: {
    login: { maxFailures: MAX_FAILURES, maxFailuresPerNetwork: 1000 },
    events: { loginFailures: LOGIN_FAILURES },
  },
})
const admin = await loginOperator(service.base)

afterAll(async () => {
  for (const stream of open) stream.close()
  await service.close()
})

const newest = async (kind: string): Promise<Thing | undefined> =>
  (await listOf(admin, `/event?kind=${kind}`))[0]

async function stream(token: string, headers: Record<string, string> = {}, query = '') {
  const authorization = `Bearer ${token}`
  const opened = await openEventStream(`${service.base}/event/stream${query}`, { authorization, ...headers })
  open.push(opened)
  return opened
}

/** Causes an event. Returns its id. */
async function causeEvent(username: string): Promise<number> {
  await addUser(admin, username, 1)
  return Number((await newest('admin.granted'))?.id)
}

describe('events are stored for', () => {
  test('the first admin, which is not critical', async () => {
    const [first] = (await listOf(admin, '/event?kind=admin.granted')).toReversed()
    expect(first).toEqual({
      id: expect.any(Number),
      kind: 'admin.granted',
      severity: 'info',
      time: expect.any(String),
      text: '“admin” has admin rights now (first-admin), by “castellan”.',
      template: '“{username}” has admin rights now ({change}), by “{operator}”.',
      fields: {
        username: 'admin',
        userId: 1,
        change: 'first-admin',
        operator: 'castellan',
        operatorId: 0,
        source: 'start',
      },
    })
  })

  test('readers of each language, who get the text in the language of the request', async () => {
    const headers = { authorization: `Bearer ${admin.token}`, 'accept-language': 'zh-CN' }
    const { body } = await call(`${service.base}/event?kind=admin.granted&id=1`, { headers })
    expect(body).toMatchObject({
      data: {
        list: [
          {
            text: '“admin”现在拥有管理员权限（first-admin），操作者：“castellan”。',
            template: '“{username}”现在拥有管理员权限（{change}），操作者：“{operator}”。',
          },
        ],
      },
    })
  })

  test('admin rights: a new admin, a user who becomes one, and one who is enabled again', async () => {
    const clerk = await addRole(admin, 'clerk')
    const userId = await addUser(admin, 'anna', clerk)
    const before = await newest('admin.granted')
    await dataOf(admin.put(`/sys-user/${userId}`, { nickName: 'Anna' }))
    expect(await newest('admin.granted')).toEqual(before)
    await dataOf(admin.put(`/sys-user/${userId}`, { roleId: 1 }))
    expect(await newest('admin.granted')).toMatchObject({
      text: '“anna” has admin rights now (role-changed), by “admin”.',
      fields: { userId, operatorId: 1, source: 'http', operatorAddress: '127.0.0.1' },
    })
    await dataOf(admin.put(`/sys-user/${userId}/status`, { status: '1' }))
    await dataOf(admin.put(`/sys-user/${userId}/status`, { status: '2' }))
    expect(await newest('admin.granted')).toMatchObject({ fields: { change: 'enabled' } })
    await addUser(admin, 'berta', 1)
    expect(await newest('admin.granted')).toMatchObject({ fields: { username: 'berta', change: 'created' } })
  })

  test('the password of an admin that somebody else sets, but not for other users', async () => {
    const [role] = await listOf(admin, '/role?roleKey=clerk')
    const clerkId = await addUser(admin, 'carl', Number(role?.roleId))
    await dataOf(admin.put(`/sys-user/${clerkId}/password`, { password: passwordOf('carl, again') }))
    expect(await newest('admin.password-reset')).toBeUndefined()
    const adminId = await addUser(admin, 'dora', 1)
    const password = passwordOf('dora, again')
    await dataOf(admin.put(`/sys-user/${adminId}/password`, { password }))
    const event = await newest('admin.password-reset')
    expect(event).toMatchObject({ severity: 'critical', fields: { username: 'dora', operator: 'admin' } })
    expect(JSON.stringify(event)).not.toContain(password)
  })

  test('a rule by which a role may call everything, but not for narrower ones', async () => {
    await addRole(admin, 'broad', [
      { method: '*', path: '/api/v1/orders/*' },
      { method: 'GET', path: '/*' },
    ])
    expect(await newest('role.full-access')).toBeUndefined()
    await dataOf(admin.post('/policy', { rules: [{ roleKey: 'broad', method: '*', path: '/api/*' }] }))
    expect(await newest('role.full-access')).toMatchObject({
      text: 'The role “broad” may call every endpoint under /api/v1 now (rule * /api/*), by “admin”.',
      fields: { roleKey: 'broad', path: '/api/*', operator: 'admin' },
    })
    const ruleFor = (method: string) => ({ roleKey: 'split', method, path: '/*' })
    await addRole(admin, 'split', ['GET', 'POST', 'PUT'].map(ruleFor))
    expect(await newest('role.full-access')).toMatchObject({ fields: { roleKey: 'broad' } })
    await dataOf(admin.post('/policy', { rules: [ruleFor('DELETE')] }))
    expect(await newest('role.full-access')).toMatchObject({ fields: { roleKey: 'split', method: 'DELETE' } })
  })

  test('a change that is refused: none', async () => {
    const { count } = await dataOf<Listed>(admin.get('/event'))
    expectRefused(
      await admin.post('/sys-user', { username: 'berta', password: passwordOf('b'), roleId: 1 }),
      409,
    )
    expect((await dataOf<Listed>(admin.get('/event'))).count).toBe(count)
  })

  test('a blocked username and repeated failures, each once within the window', async () => {
    const username = 'mallory\r\n\u001b[31m'
    const wrong = { username, password: 'a wrong password' }
    for (let i = 0; i < MAX_FAILURES; i++) await tryLogin(service.base, wrong)
    expect(await newest('login.account-blocked')).toMatchObject({
      severity: 'warning',
      fields: { username: 'mallory\\u000d\\u000a\\u001b[31m', network: '127.0.0.1', failures: MAX_FAILURES },
    })
    expect(await newest('login.failures')).toBeUndefined()
    for (let i = 0; i < 3; i++) {
      service.advance(10 * 60 * 1000)
      await tryLogin(service.base, wrong)
    }
    const listed = await listOf(admin, '/event?severity=warning')
    const ofMallory = listed.filter(({ kind }) => String(kind).startsWith('login.'))
    expect(ofMallory.map(({ kind }) => kind)).toEqual(['login.failures', 'login.account-blocked'])
    expect(ofMallory[0]).toMatchObject({ fields: { failures: LOGIN_FAILURES, address: '127.0.0.1' } })
    expect(JSON.stringify(listed)).not.toContain('a wrong password')
  })

  test('a success just before the block: none', async () => {
    const userId = await addUser(admin, 'erik', 1)
    for (let i = 0; i < MAX_FAILURES - 1; i++)
      await tryLogin(service.base, { username: 'erik', password: 'wrong' })
    await login(service.base, { username: 'erik', password: passwordOf('erik') })
    const blocked = await listOf(admin, '/event?kind=login.account-blocked')
    expect(blocked.filter(({ fields }) => (fields as Thing).username === 'erik')).toEqual([])
    expect(userId).toBeGreaterThan(0)
  })
})

describe('the list', () => {
  test('has increasing ids without gaps, newest first, in pages', async () => {
    const all = await dataOf<Listed>(admin.get('/event?pageSize=200'))
    const ids = all.list.map(({ id }) => Number(id))
    expect(ids).toEqual(Array.from({ length: all.count }, (_, index) => all.count - index))
    expect(await listOf(admin, '/event?pageSize=1&pageIndex=2')).toEqual([all.list[1]])
  })

  test('refuses a kind that does not exist, and a caller without permission', async () => {
    expectRefused(await admin.get('/event?kind=nothing'), 400)
    const { token } = await loginAs(service, 'franz')
    expectRefused(await call(`${service.base}/event`, bearer(token)), 401)
    expectRefused(await call(`${service.base}/event/stream`, bearer(token)), 401)
    expectRefused(await call(`${service.base}/event/stream`), 401)
  })
})

describe('the stream', () => {
  test('sends new events as they happen, and those after the last one to a client that connects again', async () => {
    const first = await stream(admin.token)
    expect(first.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    expect(first.headers['cache-control']).toBe('no-store')
    await eventually(() => expect(first.text()).toContain('retry: 3000'))
    const one = await causeEvent('gustav')
    await eventually(() => expect(first.ids()).toEqual([one]))
    const { template: _, ...streamed } = (await newest('admin.granted')) ?? {}
    expect(first.events()).toEqual([streamed])
    first.close()
    const two = await causeEvent('hanna')
    const again = await stream(admin.token, { 'last-event-id': String(one) }, '?after=0')
    await eventually(() => expect(again.ids()).toEqual([two]))
    const all = await stream(admin.token, {}, '?after=0')
    await eventually(() => expect(all.ids()).toHaveLength(two))
    again.close()
    all.close()
  })

  test.each(['x', '-1', '1e3', '9'.repeat(16)])('refuses the Last-Event-ID %s', async (id) => {
    const headers = { authorization: `Bearer ${admin.token}`, 'last-event-id': id }
    expectRefused(await call(`${service.base}/event/stream`, { headers }), 400)
  })

  test('starts with new events if the last id is from a later database', async () => {
    const later = await stream(admin.token, { 'last-event-id': '999999999999999' })
    const id = await causeEvent('igor')
    await eventually(() => expect(later.ids()).toEqual([id]))
    later.close()
  })

  test('ends when the session ends, and when the permission is removed', async () => {
    const rule = { method: 'GET', path: '/api/v1/event/stream' }
    const watcher = await loginAs(service, 'jana', [rule])
    const opened = await stream(watcher.token)
    await dataOf(admin.remove('/policy', { rules: [{ roleKey: watcher.roleKey, ...rule }] }))
    await eventually(() => expect(opened.isClosed()).toBe(true))
    const other = await loginAs(service, 'karl', [rule])
    const second = await stream(other.token)
    await service.context.sessionAdministration.endMatching({ username: 'karl' })
    await eventually(() => expect(second.isClosed()).toBe(true))
    const id = await causeEvent('lena')
    expect([...opened.ids(), ...second.ids()]).not.toContain(id)
  })

  test('has a maximum number per user', async () => {
    const rules = [{ method: 'GET', path: '/api/v1/event/stream' }]
    const { token } = await loginAs(service, 'mona', rules)
    const own = await Promise.all([1, 2, 3, 4, 5].map(() => stream(token)))
    const refused = await call(`${service.base}/event/stream`, bearer(token))
    expectRefused(refused, 429)
    expect(refused.headers.get('retry-after')).toBe('30')
    for (const one of own) one.close()
    await eventually(async () => {
      const opened = await stream(token)
      expect(opened.headers['content-type']).toContain('text/event-stream')
      opened.close()
    })
  })
})

test('a shutdown ends the streams and does not wait for them', async () => {
  const other = await startService()
  const token = await login(other.base)
  const opened = await openEventStream(`${other.base}/event/stream`, { authorization: `Bearer ${token}` })
  await other.close()
  await eventually(() => expect(opened.isClosed()).toBe(true))
})

test('every user records up to which event they have read, and not beyond the newest one', async () => {
  expectRefused(await call(`${service.base}/user/event-read`), 401)
  const reader = await addRole(admin, 'reader-of-events')
  await addUser(admin, 'rosa', reader)
  const rosa = await loginOperator(service.base, { username: 'rosa', password: passwordOf('rosa') })
  const read = async (user: Operator) => (await dataOf(user.get('/user/event-read'))).lastId
  expect(await read(rosa)).toBe(0)
  const id = await causeEvent('rupert')
  await dataOf(rosa.put('/user/event-read', { lastId: id }))
  expect(await read(rosa)).toBe(id)
  expect(await read(admin)).toBe(0)
  await dataOf(rosa.put('/user/event-read', { lastId: 1 }))
  expect(await read(rosa)).toBe(id)
  await dataOf(rosa.put('/user/event-read', { lastId: 999_999_999 }))
  expect(await read(rosa)).toBeLessThan(id + 100)
  for (const lastId of [0, -1, 1.5, '7']) expectRefused(await rosa.put('/user/event-read', { lastId }), 400)
})
