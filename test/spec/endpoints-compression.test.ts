import { request as sendRequest } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { bearer, call, login, loginAs } from '../support/client.ts'
import type { OpenapiDocument } from '../support/openapi.ts'
import { startService } from '../support/service.ts'

const FRIEND = 'https://friend.example'

const service = await startService({
  settings: { apiDocs: { serve: 'always' }, cors: { origins: [FRIEND] } },
})
afterAll(service.close)
const admin = await login(service.base)
const clerk = (await loginAs(service, 'clerk')).token
const { context } = service
for (let number = 1; number <= 40; number++)
  await context.roleAdministration.add({ roleKey: `role-${number}`, roleName: `Role ${number}` })

/** Sends a request whose response is not decompressed. */
async function send(path: string, headers: Record<string, string> = {}, method = 'GET', token = admin) {
  const request = sendRequest(`${service.base}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) =>
    request.once('response', resolve).once('error', reject).end(),
  )
  return { headers: response.headers, body: await buffer(response) }
}

const GZIP = { 'accept-encoding': 'br, gzip' }
const LARGE = '/role?pageSize=200'

test('a large list is compressed for a client that accepts gzip, and has the same content', async () => {
  const plain = await send(LARGE)
  expect(plain.headers).toMatchObject({ vary: 'Origin, Accept-Encoding' })
  expect(plain.headers).not.toHaveProperty('content-encoding')
  const small = await send(LARGE, GZIP)
  expect(small.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(small.body.length),
    vary: 'Origin, Accept-Encoding',
  })
  expect(gunzipSync(small.body).toString()).toBe(plain.body.toString())
  expect(small.body.length * 3).toBeLessThan(plain.body.length)
})

test('a response to HEAD has the headers of the response to GET', async () => {
  const [get, head] = [await send(LARGE, GZIP), await send(LARGE, GZIP, 'HEAD')]
  const { date: _, 'x-request-id': _id, ...headers } = get.headers
  expect(head.headers).toMatchObject(headers)
  expect(head.body).toHaveLength(0)
})

test.each(['', 'identity', 'br', 'gzip;q=0', 'gzip; q=0.000, br'])(
  'a client that accepts %j gets the response uncompressed',
  async (accepted) => {
    const { headers, body } = await send(LARGE, { 'accept-encoding': accepted })
    expect(headers).not.toHaveProperty('content-encoding')
    expect(JSON.parse(body.toString())).toMatchObject({ code: 200 })
  },
)

test('small lists and refusals are not compressed', async () => {
  for (const [path, token, code] of [
    ['/role?pageSize=2', admin, 200],
    ['/role?pageSize=0', admin, 400],
    [LARGE, clerk, 401],
    [LARGE, 'abc', 401],
  ] as const) {
    const { headers, body } = await send(path, GZIP, 'GET', token)
    expect(headers).not.toHaveProperty('content-encoding')
    expect(JSON.parse(body.toString())).toMatchObject({ code })
  }
})

test('a response with a captcha is never compressed, although it is large', async () => {
  const { headers, body } = await send('/getCaptcha', GZIP)
  expect(body.length).toBeGreaterThan(4096)
  expect(headers).not.toHaveProperty('content-encoding')
})

test('only these lists are compressed: none of them contains a token, a secret or a captcha', async () => {
  const { body } = await call(`${service.base}/openapi.json`, bearer(admin))
  const { paths } = body as unknown as OpenapiDocument
  const compressed = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { responses }]) => responses?.[200]?.headers?.['Content-Encoding'] !== undefined)
      .map(([method, { responses }]) => {
        // The tag of a response would have to differ with its encoding.
        expect(Object.keys(responses[200]?.headers ?? {})).not.toContain('ETag')
        expect(Object.keys(responses)).not.toContain('304')
        return `${method} ${path}`
      }),
  )
  expect(compressed.sort()).toEqual([
    'get /api/v1/access-request',
    'get /api/v1/audit-log',
    'get /api/v1/confirmation',
    'get /api/v1/dept',
    'get /api/v1/deptTree',
    'get /api/v1/event',
    'get /api/v1/policy',
    'get /api/v1/policy/compare',
    'get /api/v1/policy/usage',
    'get /api/v1/refusal/group',
    'get /api/v1/refusal/request',
    'get /api/v1/report/covered-rules',
    'get /api/v1/report/empty-scopes',
    'get /api/v1/report/idle-users',
    'get /api/v1/report/same-rights',
    'get /api/v1/report/unused-roles',
    'get /api/v1/report/unused-rules',
    'get /api/v1/role',
    'get /api/v1/route',
    'get /api/v1/service-account',
    'get /api/v1/session',
    'get /api/v1/sys-login-log',
    'get /api/v1/sys-user',
  ])
})
