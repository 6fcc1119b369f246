import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyAuditLog } from '../../src/features/monitoring/log-verification/audit-log-verification.ts'
import type { Answer } from '../support/client.ts'
import { tryLogin } from '../support/client.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import {
  addRole,
  addUser,
  dataOf,
  listOf,
  loginOperator,
  type Operator,
  operatorWith,
  passwordOf,
  refusalOf,
} from '../support/operator.ts'
import { startService, type TestService } from '../support/service.ts'

let service: TestService
let admin: Operator
let roleId: number

beforeAll(async () => {
  service = await startService()
  admin = await loginOperator(service.base)
  roleId = await addRole(admin, 'clerk')
})
afterAll(() => service.close())

const AT_ONCE = 8
const atOnce = <T>(work: (i: number) => Promise<T>, count = AT_ONCE) =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)))
const codesOf = (answers: readonly Answer[]) => answers.map(({ body }) => body.code).toSorted()
const oneOf = (count: number) => [200, ...Array.from({ length: count - 1 }, () => 409)]

describe('two operators who have read the same revision', () => {
  test.each([
    ['user', () => addUser(admin, 'read-by-two', roleId), '/sys-user', 'nickName', 'remark'],
    ['role', () => addRole(admin, 'read-by-two'), '/role', 'roleName', 'remark'],
  ] as const)('%s: the second is told, and nothing of the first is lost', async (_, make, path, one, two) => {
    const id = await make()
    const { revision } = await dataOf(admin.get(`${path}/${id}`))
    expectSuccess(await admin.put(`${path}/${id}`, { [one]: 'first', revision }))
    const [code, msg] = refusalOf(await admin.put(`${path}/${id}`, { [one]: 'second', [two]: 's', revision }))
    expect(code).toBe(409)
    expect(msg).toContain('Someone else has changed this record')
    const now = await dataOf(admin.get(`${path}/${id}`))
    expect(now).toMatchObject({ [one]: 'first', [two]: '', revision: Number(revision) + 1 })
    expectSuccess(await admin.put(`${path}/${id}`, { [two]: 's', revision: now.revision }))
    expect(await dataOf(admin.get(`${path}/${id}`))).toMatchObject({ [one]: 'first', [two]: 's' })
  })

  test('concurrent updates of one revision: exactly one succeeds', async () => {
    const id = await addUser(admin, 'at-one-moment', roleId)
    const answers = await atOnce((i) => admin.put(`/sys-user/${id}`, { nickName: `n${i}`, revision: 1 }))
    expect(codesOf(answers)).toEqual(oneOf(AT_ONCE))
    const winner = answers.findIndex(({ body }) => body.code === 200)
    expect(await dataOf(admin.get(`/sys-user/${id}`))).toMatchObject({ nickName: `n${winner}`, revision: 2 })
  })

  test.each([0, -1, 1.5, '1', null])('the revision %j is refused', async (revision) => {
    expectRefused(await admin.put(`/role/${roleId}`, { remark: 'x', revision }), 400)
  })
})

describe('concurrent changes are serialized', () => {
  test('one username is assigned once, in any letter case', async () => {
    const names = ['Zoë', 'zoë', 'ZOË', 'zoe\u0308', 'Zoe\u0308']
    const answers = await atOnce((i) =>
      admin.post('/sys-user', {
        username: names[i % names.length],
        password: passwordOf('somebody'),
        roleId,
      }),
    )
    expect(codesOf(answers)).toEqual(oneOf(AT_ONCE))
    expect(await listOf(admin, '/sys-user?username=zo%C3%AB')).toHaveLength(1)
  })

  test('one role key is assigned once', async () => {
    const answers = await atOnce(() => admin.post('/role', { roleKey: 'contested', roleName: 'x' }))
    expect(codesOf(answers)).toEqual(oneOf(AT_ONCE))
  })

  test('a rule that is added concurrently is stored once', async () => {
    const rules = Array.from({ length: 20 }, (_, i) => ({
      roleKey: 'clerk',
      path: `/both/${i}`,
      method: 'GET',
    }))
    const answers = await atOnce((i) => admin.post('/policy', { rules: rules.slice(i) }))
    const counts = answers.map(({ body }) => (body.data as { added: number }).added)
    expect(counts.reduce((sum, count) => sum + count)).toBe(20)
    expect(await listOf(admin, '/policy?roleKey=clerk&pageSize=200')).toHaveLength(20)
  })

  test('of two admins who disable each other, one stays enabled', async () => {
    const two = await addUser(admin, 'second', 1)
    const second = await loginOperator(service.base, { username: 'second', password: passwordOf('second') })
    const [byFirst, bySecond] = await Promise.all([
      admin.put(`/sys-user/${two}/status`, { status: '1' }),
      second.put('/sys-user/1/status', { status: '1' }),
    ])
    const [done, refused] = codesOf([byFirst, bySecond])
    expect(done).toBe(200)
    expect([401, 409]).toContain(refused)
    if (bySecond.body.code === 200) admin = second
    expect(await listOf(admin, '/sys-user?roleId=1&status=2')).toHaveLength(1)
  })

  test('a role is never deleted while it is being assigned', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await addRole(admin, `vanishing-${round}`)
      const body = { username: `late-${round}`, password: passwordOf('late'), roleId: id }
      const [made, removed] = await Promise.all([admin.post('/sys-user', body), admin.remove(`/role/${id}`)])
      expect(codesOf([made, removed])).toEqual([200, 409])
      const role = (await admin.get(`/role/${id}`)).body.code
      expect(role).toBe(made.body.code === 200 ? 200 : 404)
    }
  })

  test('a user who is disabled during login has no valid token afterwards', async () => {
    for (let round = 0; round < 5; round++) {
      const username = `raced-${round}`
      const id = await addUser(admin, username, roleId)
      const [login] = await Promise.all([
        tryLogin(service.base, { username, password: passwordOf(username) }),
        admin.put(`/sys-user/${id}/status`, { status: '1' }),
      ])
      const token = String(login.body.token)
      expectRefused(await operatorWith(service.base, token).get('/getinfo'), 401)
      expect(await listOf(admin, `/session?userId=${id}`)).toEqual([])
    }
  })

  test('concurrent changes of one’s own password: exactly one succeeds', async () => {
    await addUser(admin, 'hasty', roleId)
    const oldPassword = passwordOf('hasty')
    const hasty = await loginOperator(service.base, { username: 'hasty', password: oldPassword })
    const answers = await atOnce(
      (i) => hasty.put('/user/pwd/set', { oldPassword, newPassword: passwordOf(`hasty again ${i}`) }),
      4,
    )
    const codes = codesOf(answers)
    expect(codes.filter((code) => code === 200)).toHaveLength(1)
    const winner = answers.findIndex(({ body }) => body.code === 200)
    const password = passwordOf(`hasty again ${winner}`)
    expectSuccess(await tryLogin(service.base, { username: 'hasty', password }))
  })

  test('the audit log contains all changes in one unbroken chain', async () => {
    expect(await verifyAuditLog(service.context)).toMatchObject({ intact: true, findings: [] })
  })
})
