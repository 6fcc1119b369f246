import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ALL_USERS } from '../../src/core/user/list/user-scope.ts'
import { Refusal } from '../../src/index.ts'
import { call, postJson } from '../support/client.ts'
import { createClock } from '../support/clock.ts'
import { eventually } from '../support/eventually.ts'
import { ADMIN_PASSWORD, CAPTCHA_TEXT } from '../support/service.ts'
import { expectNotStored, startTarget, type Target } from './support/target.ts'

test.each([
  ['requests per address', { rateLimit: { loginPerAddress: 5 } }],
  ['failures per network', { login: { maxFailures: 100, maxFailuresPerNetwork: 5 } }],
])(
  'L12 beyond the limit of %s a right password, a wrong password and an unknown username get the same response; later the user can log in',
  async (_, limit) => {
    const clock = createClock()
    const settings = { application: { mode: 'dev' }, ...limit }
    const target = await startTarget({ settings, replacements: { now: clock.now } })
    const attempt = (username: string, password: string) =>
      call(`${target.base}/login`, postJson({ username, password, uuid: 'x', code: CAPTCHA_TEXT }))
    for (let tries = 0; tries < 5; tries++) expect((await attempt('admin', 'wrong')).body.code).toBe(400)
    const answers = [
      await attempt('admin', ADMIN_PASSWORD),
      await attempt('admin', 'wrong'),
      await attempt('nobody', 'wrong'),
      await attempt('admin', ADMIN_PASSWORD),
    ]
    for (const { status, body, headers } of answers) {
      expect({ status, code: body.code, token: body.token }).toEqual({
        status: 200,
        code: 429,
        token: undefined,
      })
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    clock.advance(Number(answers[0]?.headers.get('retry-after')) * 1000)
    expect((await attempt('admin', ADMIN_PASSWORD)).body.code).toBe(200)
    await target.close()
  },
)

test.each([
  ['returns undefined', () => Promise.resolve(undefined)],
  ['throws the refusal', () => Promise.reject(new Refusal('credentials-wrong'))],
])('L12 the limit applies to another login method that %s, too', async (_, verify) => {
  const target = await startTarget({
    settings: { application: { mode: 'dev' }, login: { maxFailures: 5 } },
    replacements: { credentialVerifier: { verify } },
  })
  const codes: unknown[] = []
  for (let code = 0; code < 8; code++) {
    const { body } = await call(
      `${target.base}/login`,
      postJson({ username: 'admin', password: `00000${code}` }),
    )
    codes.push(body.code)
  }
  expect(codes).toEqual([400, 400, 400, 400, 400, 429, 429, 429])
  await target.close()
})

describe('L15 a new forwarded address with every request', () => {
  const LIMIT = 6
  let target: Target
  beforeAll(async () => {
    target = await startTarget({ settings: { rateLimit: { loginPerAddress: LIMIT } } })
  })
  afterAll(() => target.close())

  const claims: ((address: string) => Record<string, string>)[] = [
    (address) => ({ 'x-forwarded-for': address }),
    (address) => ({ 'x-forwarded-for': `${address}, 10.0.0.1` }),
    (address) => ({ 'x-real-ip': address, 'true-client-ip': address, 'cf-connecting-ip': address }),
    (address) => ({ forwarded: `for=${address};proto=https;host=x` }),
    (address) => ({ 'x-client-ip': address, 'x-originating-ip': address, 'x-remote-ip': address }),
    (address) => ({ 'x-forwarded-for': '127.0.0.2', 'x-cluster-client-ip': address, via: address }),
  ]

  test('the limit still applies, and the log shows the peer address', async () => {
    const codes: unknown[] = []
    for (let sent = 0; sent < 3 * LIMIT; sent++) {
      const headers = claims[sent % claims.length]?.(`203.0.113.${sent}`) ?? {}
      const { body } = await call(`${target.base}/login`, postJson({ username: `spread-${sent}` }, headers))
      codes.push(body.code)
    }
    expect(codes.slice(0, LIMIT)).toEqual(Array.from({ length: LIMIT }, () => 400))
    expect(codes.slice(LIMIT)).toEqual(Array.from({ length: 2 * LIMIT }, () => 429))
    await eventually(async () => expect(await target.loginLog()).toHaveLength(3 * LIMIT))
    const { list } = await target.context.loginLogStore.page(ALL_USERS, {}, { pageIndex: 1, pageSize: 100 })
    expect(new Set(list.map(({ ipaddr }) => ipaddr))).toEqual(new Set(['127.0.0.1']))
    await expectNotStored(target, ['203.0.113.'])
  })

  test('only a trusted proxy can forward an address, and only by X-Forwarded-For', async () => {
    const behind = await startTarget({ settings: { application: { trustProxy: ['127.0.0.1'] } } })
    for (const [sent, claim] of claims.entries()) {
      await call(`${behind.base}/login`, postJson({ username: 'forwarded' }, claim(`203.0.113.${sent}`)))
    }
    await eventually(async () => expect(await behind.loginLog()).toHaveLength(claims.length))
    const { list } = await behind.context.loginLogStore.page(ALL_USERS, {}, { pageIndex: 1, pageSize: 100 })
    // The last address in the chain that is not a trusted proxy is used. Entries before it come from the client and are not trusted.
    expect(list.map(({ ipaddr }) => ipaddr).reverse()).toEqual([
      '203.0.113.0',
      '10.0.0.1',
      '127.0.0.1',
      '127.0.0.1',
      '127.0.0.1',
      '127.0.0.2',
    ])
    await behind.close()
  })

  test('a forwarded value that is not an address is not logged', async () => {
    const behind = await startTarget({ settings: { application: { trustProxy: ['127.0.0.1'] } } })
    for (const address of [
      'admin',
      "' or 1=1--",
      '<script>',
      '999.1.1.1',
      'unknown',
      '1.2.3.4:80',
      '::zz',
      `\${x}`,
    ]) {
      await call(`${behind.base}/login`, postJson({ username: 'forwarded' }, { 'x-forwarded-for': address }))
    }
    await eventually(async () => expect(await behind.loginLog()).toHaveLength(8))
    const { list } = await behind.context.loginLogStore.page(ALL_USERS, {}, { pageIndex: 1, pageSize: 100 })
    expect(new Set(list.map(({ ipaddr }) => ipaddr))).toEqual(new Set(['127.0.0.1']))
    await behind.close()
  })
})
