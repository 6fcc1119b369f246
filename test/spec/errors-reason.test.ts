import { afterAll, describe, expect, test } from 'vitest'
import { type Answer, bearer, call, login, loginAs, postJson, tryLogin } from '../support/client.ts'
import { createClock } from '../support/clock.ts'
import { expectRefused } from '../support/expectations.ts'
import { claimsOf, forgeToken } from '../support/jwt.ts'
import { startService } from '../support/service.ts'

const clock = createClock()

const service = await startService({ replacements: { now: clock.now } })
afterAll(service.close)
const admin = await login(service.base)
const guest = (await loginAs(service, 'guest')).token

const get = (path: string, token = admin, language = 'en') =>
  call(`${service.base}${path}`, {
    headers: { authorization: `Bearer ${token}`, 'accept-language': language },
  })
const put = (path: string, body: unknown, language = 'en') =>
  call(`${service.base}${path}`, {
    ...postJson(body, { authorization: `Bearer ${admin}`, 'accept-language': language }),
    method: 'PUT',
  })
const guestId = async () => {
  const { data } = (await get('/sys-user?username=guest')).body
  return (data as { list: { userId: number }[] }).list[0]?.userId
}
const reasonOf = ({ headers }: Answer) => headers.get('x-castellan-reason')

describe('X-Castellan-Reason', () => {
  test.each<[string, number, number, () => Promise<Answer>]>([
    ['token-missing', 401, 200, () => call(`${service.base}/sys-user`)],
    ['token-malformed', 401, 200, () => get('/sys-user', 'not.a.token')],
    [
      'token-expired',
      401,
      200,
      () => get('/sys-user', forgeToken({ ...claimsOf(admin), exp: Math.floor(clock.now() / 1000) })),
    ],
    ['permission-denied', 401, 200, () => get('/sys-user', guest)],
    ['invalid-parameters', 400, 200, () => get('/sys-user?pageSize=0')],
    ['captcha-wrong', 400, 200, () => tryLogin(service.base, { code: 'WRONG' })],
    ['credentials-wrong', 400, 200, () => tryLogin(service.base, { password: 'wrong' })],
    ['not-found', 404, 200, () => get('/sys-user/999999')],
    ['username-taken', 409, 200, async () => put(`/sys-user/${await guestId()}`, { username: 'admin' })],
    ['route-unknown', 404, 404, () => get('/nowhere')],
    ['method-not-allowed', 405, 405, () => put('/health', {})],
    ['path-not-canonical', 400, 400, () => get('/sys-user%2f1')],
  ])('is %s on a refusal of code %i and status %i', async (reason, code, status, send) => {
    const answer = await send()
    expectRefused(answer, code, status)
    expect(reasonOf(answer)).toBe(reason)
  })

  test('is not on a success', async () => {
    expect(reasonOf(await get('/sys-user'))).toBeNull()
  })

  test('is the same for an unknown user as for a wrong password', async () => {
    const wrong = await tryLogin(service.base, { username: 'guest', password: 'wrong' })
    const unknown = await tryLogin(service.base, { username: 'nobody', password: 'wrong' })
    expect(unknown.text).toBe(wrong.text)
    expect(reasonOf(unknown)).toBe(reasonOf(wrong))
  })
})

describe('errors of invalid parameters', () => {
  const newUser = (fields: object, language?: string) =>
    call(
      `${service.base}/sys-user`,
      postJson(
        { username: 'nina', password: 'pony clip velvet moon', roleId: 1, ...fields },
        { authorization: `Bearer ${admin}`, ...(language ? { 'accept-language': language } : {}) },
      ),
    )

  test.each([
    ['password', { password: 'short' }, /^The password must have at least 15 characters\. Choose a phrase/],
    ['username', { username: ' nina' }, /^The username must not start or end with a space\.$/],
    ['email', { email: 'x'.repeat(256) }, /^email must have at most 255 characters\.$/],
    ['roleId', { roleId: 'one' }, /^roleId must be an integer\.$/],
    ['status', { status: '3' }, /^status must be one of 2, 1\.$/],
  ])('name the field %s', async (field, fields, message) => {
    const { body } = await newUser(fields)
    expect(body.errors).toEqual([{ field, message: expect.stringMatching(message) }])
  })

  test.each([
    { password: 'short' },
    { password: 'qwertyuiopasdfgh' },
    { username: ' nina' },
    { email: 'x'.repeat(256) },
    { roleId: 'one' },
    { status: '3' },
    { username: undefined },
  ])('are in Chinese completely: %j', async (fields) => {
    const { body } = await newUser(fields, 'zh-CN')
    const [error] = body.errors as { field: string; message: string }[]
    expect(body.msg).toBe(`参数无效：${error?.message}`)
    // Only the name of a field is left as it is.
    expect(error?.message.replace(error.field, '')).not.toMatch(/[a-z]/i)
  })

  test('give the place of a rule in a list', async () => {
    const rules = [
      { roleKey: 'admin', path: '/a', method: 'GET' },
      { roleKey: 'admin', path: 'b', method: 'GET' },
    ]
    const { body } = await call(
      `${service.base}/policy`,
      postJson({ rules }, { authorization: `Bearer ${admin}` }),
    )
    expect(body.errors).toEqual([{ field: 'rules.1.path', message: expect.stringContaining('write "/b"') }])
  })

  test.each([
    ['/sys-user?pageSize=0', 'pageSize', 'pageSize must be between 1 and 200.'],
    ['/sys-user?pageIndex=x', 'pageIndex', 'pageIndex must be between 1 and 999999999.'],
    ['/sys-user/x', 'id', 'id must be a whole number between 1 and 9007199254740991.'],
    ['/role/9007199254740992', 'id', 'id must be a whole number between 1 and 9007199254740991.'],
    ['/overview?hours=169', 'hours', 'hours must be between 1 and 168.'],
    ['/sys-login-log?after=x', 'after', 'after must be the value of next from the previous page.'],
  ])('state a range in words, not as a regular expression: %s', async (path, field, message) => {
    expect((await get(path)).body.errors).toEqual([{ field, message }])
  })

  test('a body that cannot be read concerns no field', async () => {
    const { body } = await call(`${service.base}/login`, postJson('{'))
    expect(body.errors).toEqual([{ field: '', message: 'The body is not valid JSON.' }])
  })
})

test('a token in a refused request is not repeated in the reason', async () => {
  const answer = await call(`${service.base}/sys-user`, bearer(`${admin}x`))
  expect([...answer.headers.values()].join()).not.toContain(admin)
})
