import { afterAll, expect, test, vi } from 'vitest'
import { ApiError, createClient, type DueStep, memoryTokenStore } from '../../packages/client/src/index.ts'
import { loginAs } from '../support/client.ts'
import { orderRoutes } from '../support/order-routes.ts'
import { ADMIN_PASSWORD, CAPTCHA_TEXT, startService } from '../support/service.ts'

const service = await startService({ protectedRoutes: orderRoutes })
afterAll(service.close)

/** Returns a client of a new user with these rules, and the callback for the login page. */
async function clientOf(username: string, rules: readonly { method: string; path: string }[] = []) {
  const { token, password } = await loginAs(service, username, rules)
  const onStep = vi.fn<(step: DueStep) => void>()
  const store = memoryTokenStore(token)
  const client = createClient({ baseUrl: service.origin, token: store, onStep, language: () => 'en' })
  return { client, store, onStep, password }
}

async function adminClient() {
  const client = createClient({ baseUrl: service.origin })
  const { uuid } = await client.captcha()
  await client.login({ username: 'admin', password: ADMIN_PASSWORD, uuid, code: CAPTCHA_TEXT })
  return client
}

test('a login with a captcha gives access to typed lists and changes', async () => {
  const client = createClient({ baseUrl: service.origin })
  const captcha = await client.captcha()
  expect(captcha.data).toMatch(/^data:image\/jpeg;base64,/)
  const request = { username: 'admin', password: ADMIN_PASSWORD, uuid: captcha.uuid, code: CAPTCHA_TEXT }
  const step = await client.login(request)
  expect(step.next).toBe('done')
  expect(Date.parse(step.next === 'done' ? String(step.expire) : '')).toBeGreaterThan(Date.now())

  const role = await client.post('/api/v1/role', { body: { roleKey: 'clerk', roleName: 'Clerk' } })
  const query = { pageSize: 1, orderBy: 'createdAt', order: 'desc', status: undefined } as const
  const { list, count } = await client.get('/api/v1/role', { query })
  expect({ names: list.map(({ roleName }) => roleName), count }).toMatchObject({ names: ['Clerk'] })
  const parameters = { id: role.roleId }
  const changed = await client.put('/api/v1/role/{id}', { parameters, body: { remark: 'Front desk' } })
  expect(changed).toMatchObject({ roleKey: 'clerk', remark: 'Front desk' })
  await client.delete('/api/v1/role/{id}', { parameters })
  const gone = client.get('/api/v1/role/{id}', { parameters })
  await expect(gone).rejects.toMatchObject({ code: 404, status: 200, reason: 'not-found' })
})

test('a used captcha and wrong credentials are refused, and there is no token', async () => {
  const token = memoryTokenStore()
  const client = createClient({ baseUrl: service.origin, token })
  const { uuid } = await client.captcha()
  const login = { username: 'admin', password: 'wrong', uuid, code: CAPTCHA_TEXT }
  await expect(client.login(login)).rejects.toMatchObject({ code: 400, reason: 'credentials-wrong' })
  await expect(client.login({ ...login, password: ADMIN_PASSWORD })).rejects.toMatchObject({
    code: 400,
    reason: 'captcha-wrong',
  })
  expect(token.get()).toBeUndefined()
})

test('invalid parameters are listed by field, in the language of the client', async () => {
  const { client: english } = await clientOf('ella', [{ method: 'POST', path: '/api/v1/role' }])
  const problem = await english
    .post('/api/v1/role', { body: { roleKey: '', roleName: 'x' } })
    .catch((error: unknown) => error)
  expect(problem).toBeInstanceOf(ApiError)
  expect(problem).toMatchObject({
    code: 400,
    reason: 'invalid-parameters',
    errors: [{ field: 'roleKey', message: expect.stringContaining('roleKey') }],
  })
  const chinese = createClient({ baseUrl: service.origin, language: () => 'zh-CN' })
  await expect(chinese.get('/api/v1/getinfo')).rejects.toThrow('您尚未登录')
})

test('a denied permission is an error in place; may says beforehand what is allowed', async () => {
  const { client, onStep } = await clientOf('paul', [{ method: 'GET', path: '/api/v1/orders' }])
  expect(await client.send('GET', '/api/v1/orders')).toEqual([{ orderedBy: 'paul' }])
  await expect(client.get('/api/v1/sys-user')).rejects.toMatchObject({
    code: 401,
    reason: 'permission-denied',
    isLoginDue: false,
  })
  expect(onStep).not.toHaveBeenCalled()
  const asked = [
    { method: 'GET', path: '/api/v1/orders' },
    { method: 'GET', path: '/api/v1/sys-user' },
    { method: 'GET', path: '/api/v1/getinfo' },
  ]
  expect(await client.may(asked)).toEqual([true, false, true])
})

test('a revoked token calls back once for many requests, and again only after the next login', async () => {
  const { client, store, onStep, password } = await clientOf('rita')
  const { userId } = await client.get('/api/v1/getinfo')
  const admin = await adminClient()
  const endSessions = () => admin.delete('/api/v1/session', { body: { userId } })
  const manyRequests = () =>
    Promise.allSettled(Array.from({ length: 5 }, () => client.get('/api/v1/getinfo')))

  await endSessions()
  const results = await manyRequests()
  expect(results.map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
  expect(onStep.mock.calls.map(([{ error }]) => error?.reason)).toEqual(['session-ended'])
  expect(store.get()).toBeUndefined()

  const { uuid } = await client.captcha()
  await client.login({ username: 'rita', password, uuid, code: CAPTCHA_TEXT })
  expect(await client.get('/api/v1/getinfo')).toMatchObject({ userName: 'rita' })
  await endSessions()
  await manyRequests()
  expect(onStep).toHaveBeenCalledTimes(2)
})

test('a first password that has to be changed is a step of the login, of a refusal and of a page that opens', async () => {
  const { userId } = await clientOf('nils').then(({ client }) => client.get('/api/v1/getinfo'))
  const password = 'given by the operator'
  const body = { password, pwdChangeDue: true }
  const admin = await adminClient()
  await admin.put('/api/v1/sys-user/{id}/password', { parameters: { id: userId }, body })

  const onStep = vi.fn<(step: DueStep) => void>()
  const client = createClient({ baseUrl: service.origin, onStep, language: () => 'en' })
  const logIn = async (chosen: string) => {
    const { uuid } = await client.captcha()
    return client.login({ username: 'nils', password: chosen, uuid, code: CAPTCHA_TEXT })
  }
  expect(await client.currentStep()).toMatchObject({ next: 'log-in', error: { reason: 'token-missing' } })
  expect(await logIn(password)).toEqual({ next: 'change-password' })
  expect(await client.currentStep()).toEqual({ next: 'change-password' })
  expect(onStep).not.toHaveBeenCalled()
  await Promise.allSettled([client.get('/api/v1/menurole'), client.may([{ method: 'GET', path: '/x' }])])
  expect(onStep.mock.calls).toEqual([
    [
      {
        next: 'change-password',
        error: expect.objectContaining({ message: 'Please set a new password first.' }),
      },
    ],
  ])

  const newPassword = 'chosen by the user alone'
  const change = (oldPassword: string) => client.changePassword({ oldPassword, newPassword })
  await expect(change('wrong')).rejects.toMatchObject({ reason: 'old-password-wrong' })
  expect(await change(password)).toEqual({ next: 'log-in' })
  expect(await logIn(newPassword)).toMatchObject({ next: 'done' })
  expect(await client.currentStep()).toEqual({ next: 'done' })
  expect(await client.logout()).toEqual({ next: 'log-in' })
  expect(onStep).toHaveBeenCalledTimes(1)
})

test('a logout revokes the token', async () => {
  const { client, store, onStep } = await clientOf('liam')
  const token = store.get()
  await client.logout()
  const other = createClient({ baseUrl: service.origin, token: memoryTokenStore(token) })
  await expect(other.get('/api/v1/getinfo')).rejects.toMatchObject({ reason: 'token-revoked' })
  expect(onStep).not.toHaveBeenCalled()
  // The session has already ended.
  await other.logout()
})

test('a CSV file is downloaded, and a refused download is an error', async () => {
  const admin = await adminClient()
  const file = await admin.download('/api/v1/sys-login-log/export', { query: { username: 'admin' } })
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const [header, first] = (await file.text()).split('\n')
  expect(header).toContain('username')
  expect(first).toContain('admin')
  const { client } = await clientOf('dora')
  await expect(client.download('/api/v1/sys-login-log/export')).rejects.toMatchObject({
    code: 401,
    reason: 'permission-denied',
  })
})

test('an unknown route and an unreachable service are errors of the same kind', async () => {
  const client = createClient({ baseUrl: service.origin })
  const unknown = client.send('GET', '/api/v1/nothing-here')
  await expect(unknown).rejects.toMatchObject({ code: 404, status: 404, reason: 'route-unknown' })
  const nowhere = createClient({ baseUrl: 'http://127.0.0.1:1', noResponseText: () => 'Nobody is there.' })
  const failed = nowhere.get('/api/v1/health')
  await expect(failed).rejects.toMatchObject({ name: 'ApiError', code: 0, message: 'Nobody is there.' })
})
