import { afterAll, describe, expect, test } from 'vitest'
import { tryLogin } from '../support/client.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import {
  addRole,
  addUser,
  dataOf,
  type Listed,
  loginOperator,
  passwordOf,
  refusalOf,
} from '../support/operator.ts'
import { startService } from '../support/service.ts'

const service = await startService()
afterAll(service.close)
const admin = await loginOperator(service.base)
const roleId = await addRole(admin, 'clerk')

const SECRETS = /password|hash|argon|credential|key"/i
const user = (id: number) => dataOf(admin.get(`/sys-user/${id}`))
const userCount = async () => (await dataOf<Listed>(admin.get('/sys-user'))).count

test('members that a body does not name are ignored, also those of the database', async () => {
  const id = await addUser(admin, 'whole', roleId)
  const before = await user(id)
  const more = { permanentRoleId: 1, formerRoleId: 1, passwordHash: 'x', userId: 1, mayChange: false }
  expectSuccess(await admin.put(`/sys-user/${id}`, { nickName: 'Whole', ...more }))
  const after = await user(id)
  const revision = Number(before.revision) + 1
  expect(after).toEqual({ ...before, nickName: 'Whole', revision, updatedAt: after.updatedAt })
  const { list } = await dataOf<Listed>(admin.get(`/audit-log?action=user.update&targetId=${id}`))
  expect(list[0]).toMatchObject({ after: { nickName: 'Whole' } })
  expect(Object.keys(Object(list[0]?.after))).toEqual(['nickName', 'revision'])
})

describe('a created user', () => {
  test('is returned in full without secrets, can be read by its id, and can log in', async () => {
    const fields = { nickName: 'Lisa', email: 'l@example.org', phone: '+49 1', remark: 'new', status: '2' }
    const body = { username: 'lisa', password: passwordOf('lisa'), roleId, ...fields }
    const answer = await admin.post('/sys-user', body)
    expectSuccess(answer)
    expect(answer.body.data).toEqual({
      userId: expect.any(Number),
      username: 'lisa',
      roleId,
      ...fields,
      pwdChangeDue: false,
      revision: 1,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      updatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      lastLoginTime: null,
      roleUntil: null,
      formerRoleId: 0,
      loginMethods: [],
      deptId: 0,
      dataScope: '',
      liveSessions: 0,
      similarNames: [],
      roleName: expect.any(String),
      roleKey: expect.any(String),
      mayChange: true,
    })
    expect(answer.text.replaceAll(/pwdChangeDue|roleKey/g, '')).not.toMatch(SECRETS)
    const { userId } = await dataOf(Promise.resolve(answer))
    expect(await user(Number(userId))).toEqual(answer.body.data)
    expectSuccess(await tryLogin(service.base, { username: 'lisa', password: passwordOf('lisa') }))
  })

  test('can be created disabled', async () => {
    await addUser(admin, 'later', roleId, { status: '1' })
    expectRefused(await tryLogin(service.base, { username: 'later', password: passwordOf('later') }), 400)
  })

  test.each([
    ['without a password', { username: 'x1', roleId: 1 }, /password is missing/],
    ['without a role', { username: 'x1', password: passwordOf('x1') }, /roleId is missing/],
    ['with a role id as a string', { username: 'x1', password: passwordOf('x1'), roleId: '1' }, /roleId/],
    ['with an unknown status', { username: 'x1', password: 'x', roleId: 1, status: '0' }, /status/],
    ['from an array', [], /body/],
    ['from malformed JSON', '{"username":', /./],
  ])('%s is refused', async (_, body, problem) => {
    const before = await userCount()
    const [code, msg] = refusalOf(await admin.post('/sys-user', body))
    expect(code).toBe(400)
    expect(msg).toMatch(problem)
    expect(await userCount()).toBe(before)
  })

  test('with an unknown role is refused', async () => {
    const body = { username: 'x2', password: passwordOf('x2'), roleId: 9_999 }
    expect(refusalOf(await admin.post('/sys-user', body))).toEqual([409, expect.stringContaining('9999')])
  })
})

describe('a change', () => {
  test('changes only the given fields', async () => {
    const id = await addUser(admin, 'partial', roleId, { nickName: 'P', email: 'p@example.org' })
    const before = await user(id)
    const changed = await dataOf(admin.put(`/sys-user/${id}`, { phone: '123' }))
    const { stoppedAccounts, ...after } = changed
    expect(stoppedAccounts).toEqual([])
    expect(after).toEqual({ ...before, phone: '123', revision: 2, updatedAt: expect.any(String) })
    expect(await user(id)).toEqual(after)
    expect(await dataOf(admin.put(`/sys-user/${id}`, { nickName: '' }))).toMatchObject({ nickName: '' })
  })

  test('that sends back the returned user has no effect', async () => {
    const id = await addUser(admin, 'back', roleId, { nickName: 'B' })
    const before = await user(id)
    const after = await dataOf(admin.put(`/sys-user/${id}`, before))
    expect({ ...after, revision: 0, updatedAt: '' }).toEqual({
      stoppedAccounts: [],
      ...before,
      revision: 0,
      updatedAt: '',
    })
  })

  test('of the password has its own endpoint', async () => {
    const id = await addUser(admin, 'nopass', roleId)
    const password = 'another one of many words'
    const [code, msg] = refusalOf(await admin.put(`/sys-user/${id}`, { nickName: 'x', password }))
    expect(code).toBe(400)
    expect(msg).toContain('sys-user/:id/password')
    expect(await user(id)).toMatchObject({ nickName: '', revision: 1 })
    expectSuccess(await tryLogin(service.base, { username: 'nopass', password: passwordOf('nopass') }))
  })

  test.each([
    ['', { nickName: 'x' }],
    ['/status', { status: '2' }],
    ['/password', { password: passwordOf('nobody') }],
  ])(
    'of an unknown user is refused with the id in the message: PUT /sys-user/424242%s',
    async (end, body) => {
      const answer = await admin.put(`/sys-user/424242${end}`, body)
      expect(refusalOf(answer)).toEqual([404, expect.stringContaining('424242')])
    },
  )

  test('cannot set read-only fields', async () => {
    const id = await addUser(admin, 'mass', roleId)
    const before = await user(id)
    const body = `{"userId":1,"id":1,"passwordHash":"x","password_hash":"x","credentialVersion":99,
      "credential_version":99,"username_key":"admin","createdAt":"1970-01-01","createBy":1,
      "__proto__":{"roleId":1},"constructor":{"prototype":{"roleId":1}},"nickName":"M"}`
    // A body that contains `__proto__` is refused.
    expectRefused(await admin.put(`/sys-user/${id}`, body), 400)
    const harmless = body.replaceAll('"__proto__"', '"proto"').replaceAll('"constructor"', '"maker"')
    expectSuccess(await admin.put(`/sys-user/${id}`, harmless))
    expect(await user(id)).toEqual({ ...before, nickName: 'M', revision: 2, updatedAt: expect.any(String) })
    expectSuccess(await tryLogin(service.base, { username: 'mass', password: passwordOf('mass') }))
    expect(Object.hasOwn(Object.prototype, 'roleId')).toBe(false)
  })
})

describe('the status', () => {
  test('has its own endpoint', async () => {
    const id = await addUser(admin, 'status', roleId)
    const credentials = { username: 'status', password: passwordOf('status') }
    expect(await dataOf(admin.put(`/sys-user/${id}/status`, { status: '1' }))).toMatchObject({ status: '1' })
    expectRefused(await tryLogin(service.base, credentials), 400)
    expect(await dataOf(admin.put(`/sys-user/${id}/status`, { status: '2' }))).toMatchObject({ status: '2' })
    expectSuccess(await tryLogin(service.base, credentials))
  })

  test.each([{}, { status: '3' }, { status: 1 }, { status: null }])('%j is refused', async (body) => {
    expectRefused(await admin.put('/sys-user/1/status', body), 400)
  })
})

describe('deleting', () => {
  test('one user: removed from the list, from its id and from login', async () => {
    const id = await addUser(admin, 'gone', roleId)
    const count = await userCount()
    expectSuccess(await admin.remove(`/sys-user/${id}`), { data: { removed: 1, stoppedAccounts: [] } })
    expect(await userCount()).toBe(count - 1)
    expectRefused(await admin.get(`/sys-user/${id}`), 404)
    expectRefused(await admin.remove(`/sys-user/${id}`), 404)
    expectRefused(await tryLogin(service.base, { username: 'gone', password: passwordOf('gone') }), 400)
    expect(await addUser(admin, 'gone', roleId)).toBeGreaterThan(id)
  })

  test('many users: all or none', async () => {
    const ids = [await addUser(admin, 'many-1', roleId), await addUser(admin, 'many-2', roleId)]
    const answer = await admin.remove('/sys-user', { ids: [...ids, 987_654] })
    expect(refusalOf(answer)).toEqual([404, expect.stringContaining('987654')])
    for (const id of ids) expect(await user(id)).toMatchObject({ userId: id })
    // If the last admin is among them, nobody is deleted.
    expectRefused(await admin.remove('/sys-user', { ids: [...ids, 1] }), 409)
    for (const id of ids) expect(await user(id)).toMatchObject({ userId: id })
    expectSuccess(await admin.remove('/sys-user', { ids: [...ids, ...ids] }))
    for (const id of ids) expectRefused(await admin.get(`/sys-user/${id}`), 404)
  })

  test.each([{}, { ids: [] }, { ids: ['1'] }, { ids: [0] }, { ids: 1 }, { ids: [1.5] }, { ids: [null] }])(
    '%j is refused',
    async (body) => {
      expectRefused(await admin.remove('/sys-user', body), 400)
    },
  )

  test('without a body is refused, and deletes nobody', async () => {
    const count = await userCount()
    expect((await admin.remove('/sys-user')).body.code).toBe(400)
    expect(await userCount()).toBe(count)
  })
})

test('the last enabled admin cannot be disabled, demoted or deleted; one of two can', async () => {
  for (const refused of [
    await admin.put('/sys-user/1/status', { status: '1' }),
    await admin.put('/sys-user/1', { status: '1' }),
    await admin.put('/sys-user/1', { roleId }),
    await admin.remove('/sys-user/1'),
  ]) {
    expect(refusalOf(refused)).toEqual([409, expect.stringContaining('last enabled admin')])
  }
  const second = await addUser(admin, 'second-admin', 1)
  expectSuccess(await admin.put(`/sys-user/${second}/status`, { status: '1' }))
  // A disabled admin does not count as a remaining admin.
  expectRefused(await admin.remove('/sys-user/1'), 409)
  expectSuccess(await admin.remove(`/sys-user/${second}`))
})
