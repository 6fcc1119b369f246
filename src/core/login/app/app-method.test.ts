import { expect, test } from 'vitest'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import { createConcurrencyLimit } from '../../../platform/runtime/concurrency-limit.ts'
import type { StoredAccount } from '../../user/account.store.ts'
import type { AppLogin, AppLoginMethod } from './app-login-method.ts'
import { createAppMethod } from './app-method.ts'

const CLIENT = { address: '127.0.0.1', userAgent: 'test' }
const REQUEST = { username: '', uuid: '', code: '', body: { fields: { code: '1' } }, browser: '' }

const ACCOUNT = {
  userId: 7,
  username: 'anna',
  enabled: true,
  credentialVersion: 3,
  passwordHash: 'hash',
} as unknown as StoredAccount

interface Given {
  readonly verify: AppLoginMethod['verify']
  /** What the links are at the first, the second, … time. */
  readonly links?: readonly ({ id: number; userId: number } | undefined)[]
  readonly timeoutMs?: number
  readonly concurrency?: number
}

function place({ verify, links = [], timeoutMs = 60_000, concurrency = 9 }: Given) {
  const problems: string[] = []
  const asked: unknown[] = []
  const left = [...links]
  const method = createAppMethod({
    method: { name: 'wechat', label: 'WeChat', fields: { type: 'object' }, guessable: false, verify },
    accounts: { find: async () => ACCOUNT, findByName: async () => ACCOUNT },
    links: {
      async find(...pair) {
        asked.push(pair)
        const link = left.shift()
        return link && { ...link, refusedAt: 0 }
      },
    },
    limit: createConcurrencyLimit({ concurrency, maxWaiting: 0 }),
    timeoutMs,
    onProblem: (text) => problems.push(text),
  })
  const logIn = async () => (await method.begin(REQUEST, CLIENT)).verify()
  return { logIn, problems, asked }
}

test('a verification without an end is refused after the time limit, and its signal is aborted', async () => {
  let seen: AbortSignal | undefined
  const { logIn, problems } = place({
    timeoutMs: 5,
    verify(_, { signal }) {
      seen = signal
      return new Promise(() => {})
    },
  })
  await expect(logIn()).rejects.toMatchObject({ reason: 'provider-unavailable' })
  expect(seen?.aborted).toBe(true)
  expect(problems).toEqual(['the login method app:wechat did not verify a login within 0.005 s'])
})

test('an error that the signal causes is an outage, too', async () => {
  const { logIn } = place({
    timeoutMs: 5,
    verify: (_, { signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
  })
  await expect(logIn()).rejects.toMatchObject({
    reason: 'provider-unavailable',
    details: { provider: 'WeChat' },
  })
})

test('logins that wait for the app are limited in number', async () => {
  let finish: (login: AppLogin | undefined) => void = () => {}
  const { logIn } = place({
    concurrency: 1,
    verify: () =>
      new Promise((resolve) => {
        finish = resolve
      }),
  })
  const first = logIn()
  await expect(logIn()).rejects.toMatchObject({ reason: 'rate-limited' })
  finish({ username: 'anna' })
  expect(await first).toMatchObject({ account: { username: 'anna' }, hasSecondFactor: false })
})

test('the account is found by a link of this method only, and without its password hash', async () => {
  const link = { id: 4, userId: 7 }
  const { logIn, asked } = place({ verify: async () => ({ subject: 'open-id' }), links: [link, link] })
  const login = await logIn()
  expect(login?.account).toMatchObject({ userId: 7, linkId: 4, credentialVersion: 3 })
  expect(login?.account).not.toHaveProperty('passwordHash')
  expect(asked).toEqual(Array(2).fill(['app:wechat', 'open-id']))
})

test.each([
  ['removed', undefined],
  ['given to another user', { id: 5, userId: 8 }],
])('a link that is %s meanwhile refuses the login', async (_, later) => {
  const { logIn } = place({
    verify: async () => ({ subject: 'open-id' }),
    links: [{ id: 4, userId: 7 }, later],
  })
  expect(await logIn()).toBeUndefined()
})

test('an account without a link is named in the log, in one line', async () => {
  const { logIn, problems } = place({ verify: async () => ({ subject: 'open\nid' }) })
  expect(await logIn()).toBeUndefined()
  expect(problems).toEqual([
    'the account open\\u000aid of app:wechat is linked to no user. Link it with: castellan user link NAME --issuer app:wechat --subject open\\u000aid',
  ])
})

test.each<[string, unknown]>([
  ['a user', { userId: 1 }],
  ['both a name and a subject', { username: 'anna', subject: 'x' }],
  ['an empty name', { username: '' }],
  ['true', true],
])('%s is not a result of verify', async (_, result) => {
  const { logIn } = place({ verify: async () => result as AppLogin })
  await expect(logIn()).rejects.toThrow('returned neither {username}, {subject} nor undefined')
})

test.each([
  ['undefined', async () => undefined],
  ['the refusal', () => Promise.reject(new Refusal('credentials-wrong'))],
])('%s is a wrong login', async (_, verify) => {
  expect(await place({ verify }).logIn()).toBeUndefined()
})
