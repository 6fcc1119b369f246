import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, getCaptcha, postJson } from '../support/client.ts'
import { listOf, loginOperator, type Operator, operatorWith, type Thing } from '../support/operator.ts'
import { ADMIN_PASSWORD, CAPTCHA_TEXT } from '../support/service.ts'
import { type Standalone, startStandalone } from '../support/standalone.ts'

const FORGED = {
  'x-forwarded-for': '203.0.113.9, 198.51.100.4',
  'x-real-ip': '203.0.113.8',
  forwarded: 'for=203.0.113.7',
  'x-client-ip': '203.0.113.6',
  'true-client-ip': '203.0.113.5',
}

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
  let service: Standalone
  let admin: Operator

  beforeAll(async () => {
    service = await startStandalone({ application: { trustProxy: [...trustProxy] } })
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
})
