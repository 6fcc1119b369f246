import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { IDENTITY_HEADER_NAMES } from '../../src/gateway/identity-headers.ts'
import { call, login } from '../support/client.ts'
import { startService, type TestService } from '../support/service.ts'

interface Traefik {
  readonly http: {
    readonly routers: Record<string, { readonly middlewares?: readonly string[]; readonly service: string }>
    readonly middlewares: {
      readonly 'castellan-authorize': {
        readonly forwardAuth: {
          readonly address: string
          readonly trustForwardHeader: boolean
          readonly authRequestHeaders: readonly string[]
          readonly authResponseHeadersRegex: string
        }
      }
      readonly 'without-token': {
        readonly headers: { readonly customRequestHeaders: Record<string, string> }
      }
    }
  }
}

const file = join(import.meta.dirname, '..', '..', 'deploy', 'forward-auth', 'traefik.yml')
const { http }: Traefik = parse(readFileSync(file, 'utf8'))
const { forwardAuth } = http.middlewares['castellan-authorize']

let service: TestService
let admin: string

beforeAll(async () => {
  service = await startService({
    settings: {
      application: { trustProxy: ['127.0.0.1'] },
      gateway: { signingSecret: 'wU5-jq0ZJ_cV9b4Rr2Xn7Lt1Kf8Hd3Ms6' },
    },
  })
  admin = await login(service.base)
})
afterAll(() => service.close())

/** Asks as Traefik does: with the configured headers of the client and its own ones. */
function ask(client: Record<string, string>) {
  const copied = forwardAuth.authRequestHeaders
    .map((name) => name.toLowerCase())
    .flatMap((name) => (client[name] === undefined ? [] : [[name, client[name]]]))
  return call(`${service.origin}${new URL(forwardAuth.address).pathname}`, {
    headers: {
      ...Object.fromEntries(copied),
      'x-forwarded-method': 'DELETE',
      'x-forwarded-uri': '/api/v1/orders/7?x=1',
      'x-forwarded-host': 'shop.example.com',
      'x-forwarded-proto': 'https',
      'x-forwarded-port': '443',
      'x-forwarded-server': 'traefik',
      'x-forwarded-for': '203.0.113.7',
    },
  })
}

test('the request of Traefik is decided, with each carrier of the token that it forwards', async () => {
  expect((await ask({})).status).toBe(401)
  expect((await ask({ authorization: `Bearer ${admin}` })).status).toBe(200)
  expect((await ask({ cookie: `jwt=${admin}` })).status).toBe(200)
  expect((await ask({ cookie: `jwt=${admin}`, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  // The same site, although the request is sent to another host.
  expect((await ask({ cookie: `jwt=${admin}`, origin: 'https://shop.example.com' })).status).toBe(200)
  expect((await ask({ cookie: `jwt=${admin}`, origin: 'https://evil.example.com' })).status).toBe(403)
  // Headers by which a client describes another request are not forwarded.
  expect((await ask({ 'x-original-uri': '/', authorization: `Bearer ${admin}` })).status).toBe(200)
  const { text, headers } = await ask({ 'accept-language': 'zh' })
  expect([text, headers.get('content-type')]).toEqual([
    '{"code":401,"msg":"您尚未登录。"}',
    'application/json; charset=utf-8',
  ])
})

test('identity headers of a client are removed in every spelling, and those of the response are forwarded', async () => {
  const { headers } = await ask({ authorization: `Bearer ${admin}` })
  // JavaScript has no inline flags.
  const pattern = new RegExp(forwardAuth.authResponseHeadersRegex.replace('(?i)', ''), 'i')
  for (const name of IDENTITY_HEADER_NAMES) {
    expect(headers.get(name)).toBeTruthy()
    for (const spelling of [name, name.replaceAll('-', '_'), name.replace('x-', 'x_'), name.toUpperCase()]) {
      expect(spelling).toMatch(pattern)
    }
  }
  expect(forwardAuth.trustForwardHeader).toBe(false)
})

test('the token is removed after the decision, and clients cannot call the endpoint', () => {
  const { orders, authorize, castellan } = http.routers
  expect(orders).toMatchObject({ service: 'orders', middlewares: ['castellan-authorize', 'without-token'] })
  expect(http.middlewares['without-token'].headers.customRequestHeaders).toEqual({
    Authorization: '',
    Cookie: '',
  })
  expect(authorize?.middlewares).toEqual(['nobody'])
  expect(castellan).toMatchObject({ service: 'castellan' })
  expect(castellan?.middlewares).toBeUndefined()
})
