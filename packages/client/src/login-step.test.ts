import { expect, test, vi } from 'vitest'
import { ApiError, createClient, type LoginStep, memoryTokenStore, oidcLoginOf } from './index.ts'

const TICKET = { ticket: 'the ticket', secondFactorCode: '123456' }

interface Answer {
  readonly reason?: string
  readonly [member: string]: unknown
}

/** Returns a client, whose requests get these responses one after the other, and what it has reported and sent. */
function clientWith(...responses: readonly Answer[]) {
  const left = [...responses]
  const onStep = vi.fn()
  const store = memoryTokenStore('the.first.token')
  const sent: string[] = []
  const client = createClient({
    baseUrl: 'https://admin.example',
    token: store,
    onStep,
    async fetch(input, init) {
      sent.push(`${init?.method} ${new URL(String(input)).pathname} ${init?.body ?? ''}`.trim())
      const { reason, ...body } = left.shift() ?? {}
      const headers = reason === undefined ? {} : { 'x-castellan-reason': reason }
      return new Response(JSON.stringify({ code: 200, msg: 'OK', ...body }), { headers })
    },
  })
  return { client, onStep, store, sent }
}

const issued = { token: 'the.next.token', expire: '2026-01-01T02:00:00.000Z' }
const sessionEnded = { code: 401, msg: 'ended', reason: 'session-ended' }
const profile = (user: object, others: object = {}): Answer => ({ data: { user, roles: [], ...others } })

/** The compiler proves that these are all steps. */
function textOf(step: LoginStep): string {
  switch (step.next) {
    case 'log-in':
      return `${step.error?.reason ?? ''} ${step.recoveryCodes?.join() ?? ''}`.trim()
    case 'enter-second-factor':
      return step.ticket
    case 'change-password':
    case 'set-up-second-factor':
      return step.error?.reason ?? ''
    case 'done':
      return step.expire ?? ''
  }
}

test.each([
  [issued, { next: 'done', expire: issued.expire }],
  [{ ...issued, due: 'password-change-due' }, { next: 'change-password' }],
  [{ ...issued, due: 'second-factor-due' }, { next: 'set-up-second-factor' }],
  // A newer service could demand something else: requests are refused for it.
  [
    { ...issued, due: 'of-the-future' },
    { next: 'done', expire: issued.expire },
  ],
])('the login with the response %j is followed by %j, and its token is kept', async (response, step) => {
  const { client, store, onStep } = clientWith(response)
  expect(await client.login({ username: 'alice', password: 'secret' })).toEqual(step)
  expect(store.get()).toBe('the.next.token')
  expect(onStep).not.toHaveBeenCalled()
})

test('a first factor is followed by the second one, a wrong code by the same step, and an old ticket by a login', async () => {
  const { client, store, sent } = clientWith(
    { code: 428, reason: 'second-factor-required', ticket: TICKET.ticket },
    { code: 400, reason: 'second-factor-wrong' },
    { code: 400, msg: 'Begin again.', reason: 'second-factor-expired' },
  )
  const step = await client.login({ username: 'alice', password: 'secret' })
  expect([step.next, textOf(step)]).toEqual(['enter-second-factor', TICKET.ticket])
  await expect(client.login(TICKET)).rejects.toMatchObject({ reason: 'second-factor-wrong' })
  const expired = await client.login(TICKET)
  expect([expired.next, textOf(expired)]).toEqual(['log-in', 'second-factor-expired'])
  expect(sent.at(-1)).toBe(`POST /api/v1/login ${JSON.stringify(TICKET)}`)
  expect(store.get()).toBe('the.first.token')
})

test.each(['captcha-wrong', 'credentials-wrong', 'rate-limited'])('%s is an error', async (reason) => {
  const { client, onStep } = clientWith({ code: 400, reason })
  const error = await client.login({ username: 'alice', password: 'x' }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ reason })
  expect(onStep).not.toHaveBeenCalled()
})

test.each([
  [profile({ pwdChangeDue: false }), { next: 'done' }],
  [profile({ pwdChangeDue: true }, { secondFactorDue: true }), { next: 'change-password' }],
  [profile({ pwdChangeDue: false }, { secondFactorDue: true }), { next: 'set-up-second-factor' }],
  [sessionEnded, { next: 'log-in', error: expect.objectContaining({ reason: 'session-ended' }) }],
])('a page that opens and gets the profile %j begins with %j', async (response, step) => {
  const { client, onStep } = clientWith(response)
  expect(await client.currentStep()).toEqual(step)
  expect(onStep).not.toHaveBeenCalled()
})

test('the current step is an error if the service does not respond', async () => {
  const { client } = clientWith({ code: 500, reason: 'fault' })
  await expect(client.currentStep()).rejects.toMatchObject({ reason: 'fault' })
})

test.each([null, 'text', {}, { user: null }])(
  'the unknown profile %j is not a response of the service',
  async (data) => {
    const { client } = clientWith({ data })
    const error = await client.currentStep().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ code: 0 })
  },
)

test('a new password, a second factor that was set up and a logout are followed by a login', async () => {
  const passwords = { oldPassword: 'a', newPassword: 'b' }
  const ways: readonly (readonly [
    (client: ReturnType<typeof clientWith>['client']) => Promise<LoginStep>,
    Answer,
  ])[] = [
    [({ changePassword }) => changePassword(passwords), { data: null }],
    [({ confirmSecondFactor }) => confirmSecondFactor('123456'), { data: { recoveryCodes: ['one', 'two'] } }],
    [({ logout }) => logout(), { data: { version: 7 } }],
  ]
  const steps: LoginStep[] = []
  for (const [run, response] of ways) {
    const { client, store, onStep } = clientWith(response, sessionEnded)
    steps.push(await run(client))
    expect(store.get()).toBeUndefined()
    // Refusals that follow are expected.
    await expect(client.send('GET', '/api/v1/orders')).rejects.toMatchObject({ reason: 'session-ended' })
    expect(onStep).not.toHaveBeenCalled()
  }
  expect(steps).toEqual([
    { next: 'log-in' },
    { next: 'log-in', recoveryCodes: ['one', 'two'] },
    { next: 'log-in' },
  ])
})

test('a session that ends during a step is followed by a login that says why; a wrong input is an error', async () => {
  const { client, onStep } = clientWith(
    { code: 400, reason: 'old-password-wrong' },
    sessionEnded,
    sessionEnded,
    sessionEnded,
  )
  const change = () => client.changePassword({ oldPassword: 'a', newPassword: 'b' })
  await expect(change()).rejects.toMatchObject({ reason: 'old-password-wrong' })
  expect([(await change()).next, textOf(await client.confirmSecondFactor('1'))]).toEqual([
    'log-in',
    'session-ended',
  ])
  expect(await client.logout()).toEqual({ next: 'log-in' })
  expect(onStep).not.toHaveBeenCalled()
})

test('after a login in another tab, the next end of a session is reported again', async () => {
  const { client, onStep } = clientWith(sessionEnded, profile({ pwdChangeDue: false }), sessionEnded)
  const call = () => client.send('GET', '/api/v1/orders').catch(() => {})
  await call()
  expect(await client.currentStep()).toEqual({ next: 'done' })
  await call()
  expect(onStep).toHaveBeenCalledTimes(2)
})

test.each([
  ['?code=a&state=b', { method: 'oidc', code: 'a', state: 'b' }],
  [
    '?code=a%2Bb&state=b&iss=https%3A%2F%2Fid.example',
    { method: 'oidc', code: 'a+b', state: 'b', iss: 'https://id.example' },
  ],
  ['?authCode=a&state=b', { method: 'oidc', code: 'a', state: 'b' }],
  ['?error=access_denied&state=b', undefined],
  ['?code=&state=b', undefined],
  ['?code=a', undefined],
  ['', undefined],
])('the query %s of a provider is the login %j', (search, login) => {
  expect(oidcLoginOf(search)).toEqual(login)
})
