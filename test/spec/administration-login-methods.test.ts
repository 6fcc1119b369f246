import { afterAll, describe, expect, test } from 'vitest'
import { call, tryLogin } from '../support/client.ts'
import { addRole, addUser, dataOf, listOf, loginOperator, passwordOf } from '../support/operator.ts'
import { startService } from '../support/service.ts'

const service = await startService()
afterAll(service.close)
const admin = await loginOperator(service.base)
const roleId = await addRole(admin, 'clerk')

const ACCOUNT = { issuer: 'https://login.example.org', subject: '248289761001' }

describe('the login methods of the service', () => {
  test('the app config lists the enabled methods', async () => {
    const { body } = await call(`${service.base}/app-config`)
    expect(body).toMatchObject({ data: { loginMethods: [{ method: 'password' }] } })
  })

  test.each([
    ['unknown', 'telepathy', /^Invalid parameters: method must be one of password, ldap/],
    ['not a text', 7, /^Invalid parameters: method must be/],
    ['not enabled', 'ldap', /^Invalid parameters: method must be one of the enabled login methods/],
  ])('a method that is %s is an invalid parameter', async (_, method, msg) => {
    const answer = await tryLogin(service.base, { username: 'admin', method })
    expect(answer.body).toMatchObject({ code: 400, reason: 'invalid-parameters' })
    expect(answer.body.msg).toMatch(msg)
  })

  test('the login log has the method', async () => {
    await tryLogin(service.base, { username: 'nobody-knows', method: 'password' })
    const [entry] = await listOf(admin, '/sys-login-log?username=nobody-knows')
    expect(entry).toMatchObject({ method: 'password', status: '1' })
  })
})

describe('a user who is limited to login methods', () => {
  test('gets the response of a wrong password with any other method', async () => {
    const id = await addUser(admin, 'limited', roleId)
    const login = () => tryLogin(service.base, { username: 'limited', password: passwordOf('limited') })
    expect((await login()).body.code).toBe(200)
    const changed = await dataOf(admin.put(`/sys-user/${id}`, { loginMethods: ['passkey'] }))
    expect(changed.loginMethods).toEqual(['passkey'])
    const wrong = await tryLogin(service.base, { username: 'limited', password: 'wrong' })
    expect((await login()).body).toEqual(wrong.body)
    await admin.put(`/sys-user/${id}`, { loginMethods: [] })
    expect((await login()).body.code).toBe(200)
  })

  test('loses all sessions when the limit changes', async () => {
    const id = await addUser(admin, 'limited-later', roleId)
    const user = await loginOperator(service.base, loginOf('limited-later'))
    expect((await user.get('/getinfo')).body.code).toBe(200)
    await admin.put(`/sys-user/${id}`, { loginMethods: ['password'] })
    expect((await user.get('/getinfo')).body.code).toBe(401)
  })
})

describe('a link to an account of a provider', () => {
  test('is shown to the user and to operators, belongs to one user, and can be removed', async () => {
    const id = await addUser(admin, 'linked', roleId)
    const other = await addUser(admin, 'other', roleId)
    const link = await dataOf(admin.post(`/sys-user/${id}/link`, ACCOUNT))
    expect(link).toMatchObject({ ...ACCOUNT, lastLoginAt: null })
    expect((await admin.post(`/sys-user/${other}/link`, ACCOUNT)).body.reason).toBe('link-taken')
    const user = await loginOperator(service.base, loginOf('linked'))
    for (const answer of [user.get('/user/login-methods'), admin.get(`/sys-user/${id}/login-methods`)])
      expect(await dataOf(answer)).toMatchObject({ loginMethods: [], links: [ACCOUNT] })
    expect((await admin.remove(`/sys-user/${other}/link/${link.id}`)).body.code).toBe(404)
    expect((await admin.remove(`/sys-user/${id}/link/${link.id}`)).body.code).toBe(200)
    expect((await user.get('/getinfo')).body.code, 'the sessions end').toBe(401)
    expect(await dataOf(admin.get(`/sys-user/${id}/login-methods`))).toMatchObject({ links: [] })
    expect(await listOf(admin, '/audit-log?action=user.unlink')).toHaveLength(1)
  })

  test('cannot be added to one’s own account', async () => {
    expect((await admin.post(`/sys-user/${await adminId()}/link`, ACCOUNT)).body).toMatchObject({
      code: 409,
      reason: 'own-link',
    })
  })

  test('of an admin cannot be added or removed by an operator with another role', async () => {
    const clerks = await addRole(admin, 'link-operator', [
      { path: '/api/v1/sys-user/:id/link', method: 'POST' },
      { path: '/api/v1/sys-user/:id/link/:linkId', method: 'DELETE' },
    ])
    await addUser(admin, 'link-operator', clerks)
    const operator = await loginOperator(service.base, loginOf('link-operator'))
    const path = `/sys-user/${await adminId()}/link`
    for (const answer of [await operator.post(path, ACCOUNT), await operator.remove(`${path}/1`)])
      expect(answer.body).toMatchObject({ code: 409, reason: 'admin-only' })
  })
})

function loginOf(username: string) {
  return { username, password: passwordOf(username) }
}

async function adminId(): Promise<number> {
  const [user] = await listOf(admin, '/sys-user?username=admin')
  return Number(user?.userId)
}
