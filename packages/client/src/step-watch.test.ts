import { expect, test, vi } from 'vitest'
import { ApiError, createClient, type DueStep, memoryTokenStore } from './index.ts'

const TOKEN_REASONS = [
  'token-missing',
  'token-malformed',
  'token-expired',
  'token-revoked',
  'session-replaced',
  'session-ended',
  'password-changed',
]

/** A service whose responses the test controls. */
function createFixture(kind: 'memory' | 'cookie' = 'memory') {
  const onStep = vi.fn<(step: DueStep) => void>()
  const store = memoryTokenStore('the.first.token')
  let reason: string | undefined
  const held: (() => void)[] = []
  let isHolding = false
  const body = (content: object, headers = {}) => new Response(JSON.stringify(content), { headers })
  const client = createClient({
    baseUrl: 'https://admin.example',
    token: kind === 'cookie' ? 'cookie' : store,
    onStep,
    async fetch(input) {
      const refusal = reason
      const response = String(input).endsWith('/login')
        ? body({ code: 200, msg: 'OK', token: 'the.next.token', expire: '2026-01-01T00:00:00.000Z' })
        : refusal === undefined
          ? body({ code: 200, msg: 'OK', data: 1 })
          : body(
              { code: refusal.endsWith('-due') ? 409 : 401, msg: refusal },
              refusal === '' ? {} : { 'x-castellan-reason': refusal },
            )
      if (isHolding) await new Promise<void>((resolve) => held.push(resolve))
      return response
    },
  })
  return {
    client,
    store,
    onStep,
    /** Requests are refused for this reason from now on. */
    refuse(next: string | undefined) {
      reason = next
    },
    /** Holds responses back until the returned function is called. */
    hold() {
      isHolding = true
      return () => {
        isHolding = false
        for (const release of held.splice(0)) release()
      }
    },
    call: () => client.send('GET', '/api/v1/orders').catch((error: unknown) => error),
    ownInfo: () => client.send('GET', '/api/v1/getinfo').catch((error: unknown) => error),
    login: () => client.login({ username: 'alice', password: 'secret' }),
  }
}

test.each([...TOKEN_REASONS, '', 'reason-of-the-future'])(
  'reason "%s": the login page is due once, and the token is dropped',
  async (reason) => {
    const { call, refuse, onStep, store } = createFixture()
    refuse(reason)
    await Promise.all([call(), call(), call()])
    await call()
    expect(onStep).toHaveBeenCalledTimes(1)
    expect(onStep).toHaveBeenCalledWith({
      next: 'log-in',
      error: expect.objectContaining({ code: 401, reason, message: reason }),
    })
    expect(store.get()).toBeUndefined()
  },
)

test.each(['permission-denied', 'cross-site'])('a refusal for %s needs no login', async (reason) => {
  const { call, refuse, onStep, store } = createFixture()
  refuse(reason)
  expect(await call()).toMatchObject({ code: 401, reason, isLoginDue: false })
  expect(onStep).not.toHaveBeenCalled()
  expect(store.get()).toBe('the.first.token')
})

test.each([
  ['password-change-due', 'change-password'],
  ['second-factor-due', 'set-up-second-factor'],
])('%s: the step is reported once, and the token is kept', async (reason, next) => {
  const { call, login, refuse, onStep, store } = createFixture()
  refuse(reason)
  await Promise.all([call(), call()])
  expect(await call()).toMatchObject({ code: 409, reason, isLoginDue: false })
  expect(onStep.mock.calls).toEqual([[{ next, error: expect.objectContaining({ reason }) }]])
  expect(store.get()).toBe('the.first.token')
  // Another step of the same session is reported too.
  refuse('session-ended')
  await Promise.all([call(), call()])
  expect(onStep.mock.calls.map(([step]) => step.next)).toEqual([next, 'log-in'])
  refuse(undefined)
  await login()
  refuse(reason)
  await call()
  expect(onStep).toHaveBeenCalledTimes(3)
})

test('after the end of the session, no other step is reported', async () => {
  const { call, refuse, hold, onStep } = createFixture()
  const release = hold()
  refuse('session-ended')
  const first = call()
  refuse('password-change-due')
  const second = call()
  release()
  await Promise.all([first, second])
  expect(onStep.mock.calls.map(([step]) => step.next)).toEqual(['log-in'])
})

test('after the next login, the next end of a session calls back again', async () => {
  const { call, login, refuse, onStep } = createFixture()
  refuse('token-expired')
  await call()
  refuse(undefined)
  await login()
  await call()
  refuse('session-ended')
  await Promise.all([call(), call()])
  expect(onStep.mock.calls.map(([{ error }]) => error?.reason)).toEqual(['token-expired', 'session-ended'])
})

test('a late refusal of the former session does not end the new one', async () => {
  const { call, login, refuse, hold, onStep, store } = createFixture()
  refuse('token-expired')
  await call()
  const release = hold()
  const late = call()
  refuse(undefined)
  const next = login()
  release()
  await next
  expect(await late).toMatchObject({ code: 401 })
  // Sent before the login, refused after it.
  expect(onStep).toHaveBeenCalledTimes(1)
  expect(store.get()).toBe('the.next.token')
})

test('with the cookie, a login in another tab counts as soon as the own info is returned', async () => {
  const { call, ownInfo, refuse, onStep } = createFixture('cookie')
  refuse('token-expired')
  await call()
  refuse(undefined)
  await ownInfo()
  refuse('session-ended')
  await call()
  expect(onStep).toHaveBeenCalledTimes(2)
})

test('a late response from before the end of the session does not call back twice', async () => {
  const { call, ownInfo, refuse, hold, onStep } = createFixture('cookie')
  const release = hold()
  const late = ownInfo()
  refuse('token-revoked')
  const refused = call()
  release()
  await Promise.all([refused, late])
  await call()
  expect(onStep).toHaveBeenCalledTimes(1)
})

test('after a logout the token is gone, and refused requests do not call back', async () => {
  const { client, call, refuse, onStep, store } = createFixture()
  await client.logout()
  expect(store.get()).toBeUndefined()
  refuse('token-missing')
  expect(await call()).toBeInstanceOf(ApiError)
  expect(onStep).not.toHaveBeenCalled()
})

test('a logout of a session that has already ended succeeds', async () => {
  const { client, refuse, store } = createFixture()
  refuse('token-revoked')
  await client.logout()
  expect(store.get()).toBeUndefined()
})

test('a logout that fails keeps the token, so that it can be tried again', async () => {
  const { client, refuse, store } = createFixture()
  refuse('permission-denied')
  await expect(client.logout()).rejects.toMatchObject({ reason: 'permission-denied' })
  expect(store.get()).toBe('the.first.token')
})

test('a logout that is slower than the next login ends only its own session', async () => {
  const onStep = vi.fn()
  const store = memoryTokenStore('the.first.token')
  const body = (content: object) => new Response(JSON.stringify(content))
  let respondToLogout: (response: Response) => void = () => {}
  const client = createClient({
    baseUrl: 'https://admin.example',
    token: store,
    onStep,
    fetch: async (input) => {
      if (String(input).endsWith('/login')) return body({ code: 200, token: 'the.next.token', expire: '' })
      if (!String(input).endsWith('/logout')) return body({ code: 401, msg: '' })
      return new Promise((resolve) => {
        respondToLogout = resolve
      })
    },
  })
  const logout = client.logout()
  await client.login({ username: 'alice', password: 'secret' })
  respondToLogout(body({ code: 200 }))
  await logout
  expect(store.get()).toBe('the.next.token')
  await expect(client.send('GET', '/api/v1/orders')).rejects.toMatchObject({ code: 401 })
  expect(onStep).toHaveBeenCalledTimes(1)
})

test('an error of the callback does not replace the refusal', async () => {
  const { call, refuse, onStep } = createFixture()
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const thrown = new Error('no login page')
  onStep.mockImplementation(() => {
    throw thrown
  })
  refuse('token-expired')
  expect(await call()).toMatchObject({ code: 401, reason: 'token-expired' })
  expect(logged).toHaveBeenCalledWith(thrown)
  logged.mockRestore()
})
