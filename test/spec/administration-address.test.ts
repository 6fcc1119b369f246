import type { FastifyServerOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, getCaptcha, postJson } from '../support/client.ts'
import {
  addRole,
  dataOf,
  listOf,
  loginOperator,
  type Operator,
  operatorWith,
  type Thing,
} from '../support/operator.ts'
import { ADMIN_PASSWORD, CAPTCHA_TEXT, startService } from '../support/service.ts'
import { startStandalone } from '../support/standalone.ts'

const FORGED = {
  'x-forwarded-for': '203.0.113.9, 198.51.100.4',
  'x-real-ip': '203.0.113.8',
  forwarded: 'for=203.0.113.7',
  'x-client-ip': '203.0.113.6',
  'true-client-ip': '203.0.113.5',
}

interface Running {
  readonly base: string
  close(): Promise<void>
}

/** Starts the service in an app that trusts nobody itself, or whose own setting trusts everybody. */
const embedded =
  (app: FastifyServerOptions = {}) =>
  (trustProxy: string[]): Promise<Running> =>
    startService({
      settings: { application: { trustProxy }, login: { methods: ['password', 'service'] } },
      app,
    })

const HOSTS: readonly (readonly [string, (trustProxy: string[]) => Promise<Running>])[] = [
  ['standalone', (trustProxy) => startStandalone({ application: { trustProxy } })],
  ['embedded', embedded()],
  ['embedded in an app with a setting of its own', embedded({ trustProxy: true })],
]

describe.each([
  [
    'without a proxy the client address is the peer address, and forwarding headers are ignored',
    [],
    '127.0.0.1',
  ],
  [
    'behind a trusted proxy the client address is the peer address that the proxy reports',
    ['127.0.0.1'],
    '198.51.100.4',
  ],
  [
    'behind two trusted proxies the client address is the one that the outer proxy reports',
    ['127.0.0.1', '198.51.100.4'],
    '203.0.113.9',
  ],
] as const)('the address of a client: %s', (_, trustProxy, address) => {
  describe.each(HOSTS)('%s', (_host, start) => {
    let service: Running
    let admin: Operator

    beforeAll(async () => {
      service = await start([...trustProxy])
      const uuid = await getCaptcha(service.base)
      const body = { username: 'admin', password: ADMIN_PASSWORD, uuid, code: CAPTCHA_TEXT }
      const { body: answer } = await call(`${service.base}/login`, postJson(body, FORGED))
      admin = operatorWith(service.base, String(answer.token))
    })
    afterAll(() => service.close())

    const addressesOf = (things: readonly Thing[]) => things.map(({ ipaddr }) => ipaddr)

    test('in the login log', async () => {
      expect(addressesOf(await listOf(admin, '/sys-login-log'))).toEqual([address])
    })

    test('in the list of sessions', async () => {
      expect(addressesOf(await listOf(admin, '/session'))).toEqual([address])
    })

    test('in the audit log, and a request ID header is ignored', async () => {
      const forged = { ...FORGED, authorization: `Bearer ${admin.token}`, 'x-request-id': 'forged' }
      const answer = await call(`${service.base}/role`, postJson({ roleKey: 'r', roleName: 'R' }, forged))
      const [entry] = await listOf(admin, '/audit-log?action=role.create')
      expect(entry).toMatchObject({ ipaddr: address, requestId: answer.headers.get('x-request-id') })
      expect(entry?.requestId).not.toBe('forged')
    })

    test('a forwarded value that is not an address is ignored', async () => {
      const uuid = await getCaptcha(service.base)
      const body = { username: 'odd', password: 'x', uuid, code: CAPTCHA_TEXT }
      const odd = { 'x-forwarded-for': '<script>alert(1)</script>' }
      await call(`${service.base}/login`, postJson(body, odd))
      const reader = await loginOperator(service.base)
      expect(addressesOf(await listOf(reader, '/sys-login-log?username=odd'))).toEqual(['127.0.0.1'])
    })

    test('in the log of refused calls', async () => {
      const answer = await call(`${service.base}/role`, { headers: FORGED })
      const question = `/refusal?requestId=${answer.headers.get('x-request-id')}`
      const { list } = await dataOf<{ list: Thing[] }>(admin.get(question))
      expect(list.map((refused) => refused.address)).toEqual([address])
    })
  })
})

test('the networks of a service account are those of the client behind a proxy, in an embedding app', async () => {
  for (const [trustProxy, isAllowed] of [
    [['127.0.0.1'], true],
    [[], false],
  ] as const) {
    const service = await embedded()([...trustProxy])
    const admin = await loginOperator(service.base)
    const roleId = await addRole(admin, 'deployer')
    const account = { username: 'ci-bot', roleId, ownerId: 1, networks: ['198.51.100.0/24'] }
    const { userId } = await dataOf<Thing>(admin.post('/service-account', account))
    const { secret } = await dataOf<Thing>(admin.post(`/service-account/${userId}/secret`, {}))
    const credentials = { method: 'service', username: 'ci-bot', secret }
    const { body } = await call(`${service.base}/login`, postJson(credentials, FORGED))
    expect(body.code).toBe(isAllowed ? 200 : 400)
    await service.close()
  }
})
