import { EventEmitter, once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { ALL_USERS } from '../../src/core/user/list/user-scope.ts'
import type { Account } from '../../src/index.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { call, getCaptcha, loginAs, postJson, tryLogin } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { CAPTCHA_TEXT } from '../support/service.ts'
import { startTarget } from './support/target.ts'

test('from a blocked network, a wrong password gets the same response for every username', async () => {
  const target = await startTarget({ settings: { login: { maxFailures: 5, maxFailuresPerNetwork: 4 } } })
  try {
    const { password } = await loginAs(target, 'known')
    await target.context.userAdministration.add({
      username: 'elsewhere',
      password: 'the password of elsewhere',
      roleKey: 'role-of-known',
    })
    for (let i = 0; i < 4; i++) {
      const { body } = await tryLogin(target.base, { username: `nobody ${i}`, password: 'wrong' })
      expect(body.code).toBe(400)
    }

    const attempts = [
      { username: 'known', password: 'wrong' },
      { username: 'elsewhere', password: 'wrong' },
      { username: 'elsewhere', password: 'the password of elsewhere' },
      { username: 'nobody', password: 'wrong' },
    ]
    const responses: string[] = []
    for (const attempt of attempts) {
      const { status, text, headers } = await tryLogin(target.base, attempt)
      const names = [...headers.keys()].sort()
      responses.push(JSON.stringify([status, text.replace(/\d+ s/, 'N s'), names]))
      expect(text).toContain('"code":429')
    }
    expect(new Set(responses).size).toBe(1)

    // A user who has logged in from the network before is not locked out by others.
    expect((await tryLogin(target.base, { username: 'known', password })).body.code).toBe(200)
  } finally {
    await target.close()
  }
})

test.each([
  ['true', true],
  ['a text', 'alice'],
  ['an empty object', {}],
  ['a list', []],
  ['an account without a user id', { username: 'a', roleId: 1, roleKey: 'admin', dataScope: '1' }],
  [
    'an account with ids as text',
    { userId: '1', username: 'a', roleId: '1', roleKey: 'admin', dataScope: '1' },
  ],
])(
  'a credential verifier that returns %s counts as a failure and is reported once',
  async (_name, result) => {
    const target = await startTarget({
      settings: { login: { maxFailures: 2 } },
      replacements: { credentialVerifier: { verify: async () => result as unknown as Account } },
    })
    try {
      const codes: unknown[] = []
      for (let i = 0; i < 3; i++) codes.push((await tryLogin(target.base, { username: 'alice' })).body.code)
      expect(codes).toEqual([400, 400, 429])
      const reports = target
        .logged()
        .split('The credential verifier returned neither an account nor undefined')
      expect(reports.length - 1).toBeGreaterThan(0)
      expect(
        target
          .logged()
          .split('\n')
          .filter((line) => line.includes('credential verifier')).length,
      ).toBe(1)
    } finally {
      await target.close()
    }
  },
)

test('an IPv4-mapped address from a proxy is logged as the IPv4 address, in whichever form it is written', async () => {
  const target = await startTarget({ settings: { application: { trustProxy: ['127.0.0.1'] } } })
  try {
    const addresses = ['::ffff:cb00:7107', '::ffff:203.0.113.7', '0:0:0:0:0:FFFF:CB00:7107']
    for (const address of addresses) {
      await call(`${target.base}/login`, postJson({ username: 'mapped' }, { 'x-forwarded-for': address }))
    }
    await vi.waitFor(async () => expect(await target.loginLog()).toHaveLength(addresses.length), 60_000)
    const { list } = await target.context.loginLogStore.page(ALL_USERS, {}, { pageIndex: 1, pageSize: 100 })
    expect(list.map(({ ipaddr }) => ipaddr)).toEqual(addresses.map(() => '203.0.113.7'))
  } finally {
    await target.close()
  }
})

const ADMIN: Account = { userId: 1, roleId: 1, roleKey: 'admin', username: 'admin', dataScope: '1' }

test.each([
  ['are wrong', async () => undefined, 1],
  ['are right', async () => ADMIN, 0],
  ['cannot be verified', () => Promise.reject(new Error('the directory does not respond')), 0],
])(
  'a login whose client disconnects is counted as any other if its credentials %s',
  async (_case, end, failures) => {
    const events = new EventEmitter()
    const [begun, disconnected] = [once(events, 'begun'), once(events, 'disconnected')]
    const verify = async (): Promise<Account | undefined> => {
      events.emit('begun')
      await disconnected
      return end()
    }
    const target = await startTarget({
      settings: { login: { maxFailures: 5, maxFailuresPerNetwork: 9 } },
      replacements: { credentialVerifier: { verify } },
    })
    const { database, close } = await openDatabase(target.databaseUrl, { migrate: false })
    const stored = async () => {
      const rows = await database.selectFrom('login_attempts').select('failures').execute()
      return rows.map((row) => row.failures)
    }
    try {
      const uuid = await getCaptcha(target.base)
      const body = { username: 'admin', password: 'a password', uuid, code: CAPTCHA_TEXT }
      const client = new AbortController()
      const response = call(`${target.base}/login`, { ...postJson(body), signal: client.signal })
      await begun
      expect(await stored(), 'of the name and the network').toEqual([1, 1])
      client.abort()
      await expect(response).rejects.toThrow('abort')
      events.emit('disconnected')
      await eventually(async () => expect(await target.loginLog()).toHaveLength(1))
      expect(await stored()).toEqual([failures, failures])
    } finally {
      events.emit('disconnected')
      await close()
      await target.close()
    }
  },
)
