import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { texts } from '../../console/src/languages/en.ts'
import { verifyAuditLog } from '../../src/features/monitoring/log-verification/audit-log-verification.ts'
import { type Answer, bearer } from '../support/client.ts'
import { claimsOf, JWT_ANYWHERE } from '../support/jwt.ts'
import {
  addRole,
  addUser,
  listOf,
  loginOperator,
  type Operator,
  passwordOf,
  type Thing,
} from '../support/operator.ts'
import { ADMIN_PASSWORD, startService, type TestService } from '../support/service.ts'

const NEW_PASSWORD = 'nine quiet bridges, one loud duck'
const OWN_PASSWORD = 'a lantern for every seventh step'

let service: TestService
let admin: Operator
let roleId: number
let userId: number
let clerk: Operator

beforeAll(async () => {
  service = await startService()
  admin = await loginOperator(service.base)
  roleId = await addRole(admin, 'clerk', [{ method: 'GET', path: '/api/v1/role' }])
  userId = await addUser(admin, 'clara', roleId)
  clerk = await loginOperator(service.base, { username: 'clara', password: passwordOf('clara') })
})
afterAll(() => service.close())

const newest = async () => Number((await listOf(admin, '/audit-log?pageSize=1'))[0]?.id)

/** Returns the entries that a call added to the log, the oldest first. */
async function added(work: () => Promise<Answer>): Promise<{ answer: Answer; entries: Thing[] }> {
  const before = await newest()
  const answer = await work()
  const list = await listOf(admin, '/audit-log?pageSize=200')
  return { answer, entries: list.filter(({ id }) => Number(id) > before).toReversed() }
}

const dataIn = ({ body }: Answer) => body.data as Thing
const sessionIdOf = ({ token }: Operator) => Number(String(claimsOf(token).jti).split('-')[0])

describe('each change adds one entry: operator, action, time, address, before and after', () => {
  const rule = { roleKey: 'clerk', path: '/api/v1/post/:id', method: 'GET' }

  // The order matters: each case uses the state that the previous one left.
  test.each<[string, () => Promise<Answer>, (answer: Answer) => Thing]>([
    [
      'user.create',
      () => admin.post('/sys-user', { username: 'made', password: passwordOf('made'), roleId, remark: 'r' }),
      (answer) => {
        const {
          lastLoginTime: _last,
          liveSessions: _sessions,
          roleName: _role,
          mayChange: _may,
          similarNames: _similar,
          ...after
        } = dataIn(answer)
        return { targetId: after.userId, target: 'made', before: null, after }
      },
    ],
    [
      'user.update',
      () => admin.put(`/sys-user/${userId}`, { nickName: 'Clara', phone: '' }),
      () => ({
        targetId: userId,
        target: 'clara',
        before: { nickName: '', revision: 1 },
        after: { nickName: 'Clara', revision: 2 },
      }),
    ],
    [
      'user.update',
      () => admin.put(`/sys-user/${userId}/status`, { status: '1' }),
      () => ({ before: { status: '2', revision: 2 }, after: { status: '1', revision: 3 } }),
    ],
    [
      'user.update',
      () => admin.put(`/sys-user/${userId}`, { status: '2', username: 'clara.b' }),
      () => ({
        target: 'clara',
        before: { status: '1', username: 'clara', revision: 3 },
        after: { status: '2', username: 'clara.b', revision: 4 },
      }),
    ],
    [
      'user.password',
      () => admin.put(`/sys-user/${userId}/password`, { password: NEW_PASSWORD }),
      () => ({ targetId: userId, target: 'clara.b', after: { pwdChangeDue: false } }),
    ],
    [
      'role.create',
      () => admin.post('/role', { roleKey: 'poster', roleName: 'Poster' }),
      (answer) => {
        const {
          mayAssign: _assign,
          mayChange: _change,
          users: _users,
          rules: _rules,
          ...after
        } = dataIn(answer)
        return { targetId: after.roleId, target: 'poster', before: null, after }
      },
    ],
    [
      'role.update',
      () => admin.put(`/role/${roleId}`, { roleName: 'Clerks', dataScope: '1' }),
      () => ({
        targetId: roleId,
        target: 'clerk',
        before: { roleName: 'clerk', revision: 1 },
        after: { roleName: 'Clerks', revision: 2 },
      }),
    ],
    [
      'policy.add',
      () => admin.post('/policy', { rules: [rule, { ...rule, method: 'PUT' }] }),
      () => ({
        targetId: 0,
        target: 'clerk',
        before: null,
        after: { rules: [rule, { ...rule, method: 'PUT' }] },
      }),
    ],
    [
      'policy.remove',
      () => admin.remove('/policy', { rules: [rule] }),
      () => ({ target: 'clerk', before: { rules: [rule] }, after: null }),
    ],
    [
      'policy.add',
      () => admin.post('/policy/import', { csv: 'p, clerk, /api/v1/post/:id, GET' }),
      () => ({ target: 'clerk', after: { rules: [rule] } }),
    ],
    [
      'policy.change',
      () =>
        admin.post('/policy/change', {
          add: [{ ...rule, method: 'POST' }],
          remove: [{ ...rule, method: 'PUT' }],
        }),
      () => ({
        targetId: 0,
        target: 'clerk',
        before: { rules: [{ ...rule, method: 'PUT' }] },
        after: { rules: [{ ...rule, method: 'POST' }] },
      }),
    ],
    [
      'session.end',
      async () => {
        clerk = await loginOperator(service.base, { username: 'clara.b', password: NEW_PASSWORD })
        return admin.remove(`/session/${sessionIdOf(clerk)}`)
      },
      () => ({
        targetId: sessionIdOf(clerk),
        target: 'clara.b',
        before: expect.objectContaining({ userId, ipaddr: '127.0.0.1' }),
        after: null,
      }),
    ],
    [
      'login-log.delete',
      async () => {
        const [entry] = await listOf(admin, '/sys-login-log?username=clara')
        return admin.remove('/sys-login-log', { ids: [entry?.id] })
      },
      () => ({ target: '1 entry', before: { entries: [expect.objectContaining({ username: 'clara' })] } }),
    ],
    [
      'user.delete',
      async () => admin.remove(`/sys-user/${(await listOf(admin, '/sys-user?username=made'))[0]?.userId}`),
      () => ({ target: 'made', before: expect.objectContaining({ username: 'made', roleId }), after: null }),
    ],
    [
      'role.delete',
      async () => admin.remove(`/role/${(await listOf(admin, '/role?roleKey=poster'))[0]?.roleId}`),
      () => ({ target: 'poster', before: expect.objectContaining({ roleKey: 'poster' }), after: null }),
    ],
  ])('%s', async (action, change, expected) => {
    const from = Date.now()
    const { answer, entries } = await added(change)
    expect(answer.body.code).toBe(200)
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({
      operatorId: 1,
      operator: 'admin',
      source: 'http',
      ipaddr: '127.0.0.1',
      requestId: answer.headers.get('x-request-id'),
      action,
      targetKind: action.split('.')[0],
      ...expected(answer),
    })
    const time = Date.parse(String(entries[0]?.time))
    expect(time).toBeGreaterThanOrEqual(from)
    expect(time).toBeLessThanOrEqual(Date.now())
  })

  test('a change of one’s own password is recorded with the user as operator', async () => {
    clerk = await loginOperator(service.base, { username: 'clara.b', password: NEW_PASSWORD })
    const body = { oldPassword: NEW_PASSWORD, newPassword: OWN_PASSWORD }
    const { entries } = await added(() => clerk.put('/user/pwd/set', body))
    expect(entries).toMatchObject([
      { action: 'user.password', operator: 'clara.b', operatorId: userId, targetId: userId },
    ])
  })

  test('a change of one’s own profile is recorded with the user as operator', async () => {
    const own = await loginOperator(service.base, { username: 'clara.b', password: OWN_PASSWORD })
    const { entries } = await added(() => own.put('/user/profile', { email: 'clara@example.org' }))
    expect(entries).toMatchObject([
      { action: 'user.update', operator: 'clara.b', operatorId: userId, targetId: userId },
    ])
    expect(entries[0]).toMatchObject({ before: { email: '' }, after: { email: 'clara@example.org' } })
  })

  test('a bulk change adds one entry per target', async () => {
    const ids = [await addUser(admin, 'twin-1', roleId), await addUser(admin, 'twin-2', roleId)]
    const disabled = await added(() => admin.put('/sys-user/status', { ids, status: '1' }))
    expect(disabled.entries).toMatchObject(
      ids.map((targetId) => ({ action: 'user.update', targetId, after: { status: '1' } })),
    )
    expect((await added(() => admin.put('/sys-user/status', { ids, status: '1' }))).entries).toEqual([])
    const { entries } = await added(() => admin.remove('/sys-user', { ids }))
    expect(entries.map(({ targetId }) => targetId)).toEqual(ids)
    expect(new Set(entries.map(({ requestId }) => requestId)).size).toBe(1)
  })
})

test.each<[string, () => Promise<Answer>]>([
  [
    'a username that is taken',
    () => admin.post('/sys-user', { username: 'ADMIN', password: NEW_PASSWORD, roleId }),
  ],
  ['an old revision', () => admin.put(`/sys-user/${userId}`, { nickName: 'x', revision: 1 })],
  ['a bad password', () => admin.put(`/sys-user/${userId}/password`, { password: 'short' })],
  ['the last admin', () => admin.remove('/sys-user', { ids: [userId, 1] })],
  ['a role in use', () => admin.remove(`/role/${roleId}`)],
  [
    'a rule that does not exist',
    () => admin.remove('/policy', { rules: [{ roleKey: 'clerk', path: '/x', method: 'GET' }] }),
  ],
  [
    'a change with a rule that does not exist',
    () =>
      admin.post('/policy/change', {
        add: [{ roleKey: 'clerk', path: '/y', method: 'GET' }],
        remove: [{ roleKey: 'clerk', path: '/x', method: 'GET' }],
      }),
  ],
  ['an unknown session', () => admin.remove('/session/999999')],
  ['a wrong old password', () => admin.put('/user/pwd/set', { oldPassword: 'x', newPassword: NEW_PASSWORD })],
  ['no permission', () => clerk.post('/role', { roleKey: 'x', roleName: 'x' })],
  [
    'rules that already exist',
    () => admin.post('/policy/import', { csv: 'p, clerk, /api/v1/post/:id, GET' }),
  ],
])('a request that changes nothing adds no entry: %s', async (_, call) => {
  const { entries } = await added(call)
  expect(entries).toEqual([])
})

test('the console has words for every field', async () => {
  const entries = await listOf(admin, '/audit-log?pageSize=200')
  const fields = new Set(entries.flatMap(({ before, after }) => [...fieldsIn(before), ...fieldsIn(after)]))
  expect(fields.size).toBeGreaterThan(20)
  expect(Object.keys(texts.auditLog.fields)).toEqual(expect.arrayContaining([...fields]))
})

/** Returns the names of all fields, also of those in lists. */
function fieldsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(fieldsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, field]) => [name, ...fieldsIn(field)])
}

test('the audit log contains no password, hash or token', async () => {
  const response = await fetch(`${service.base}/audit-log/export`, bearer(admin.token))
  const listed = await admin.get('/audit-log?pageSize=200')
  for (const text of [await response.text(), listed.text]) {
    for (const secret of [
      ADMIN_PASSWORD,
      NEW_PASSWORD,
      OWN_PASSWORD,
      passwordOf('clara'),
      passwordOf('made'),
    ])
      expect(text).not.toContain(secret)
    expect(text).not.toMatch(/argon2|\$2[aby]\$|passwordHash|credential/i)
    expect(text).not.toMatch(JWT_ANYWHERE)
    expect(text).not.toContain(String(claimsOf(admin.token).jti))
  }
})

test('CLI commands are recorded, and the hash chain is intact', async () => {
  await service.context.roleAdministration.add({ roleKey: 'by-command', roleName: 'x' })
  const [entry] = await listOf(admin, '/audit-log?action=role.create&pageSize=1')
  expect(entry).toMatchObject({
    source: 'command',
    operatorId: 0,
    ipaddr: '',
    requestId: '',
    target: 'by-command',
  })
  expect(entry?.operator).toMatch(/\S/)
  expect(await verifyAuditLog(service.context)).toMatchObject({ intact: true, findings: [] })
})
