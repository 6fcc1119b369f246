import { afterAll, beforeEach, expect, test } from 'vitest'
import { isCanonicalPath } from '../../src/platform/http/call/canonical-path.ts'
import { bearer, call, login, loginAs } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { createHandlerRuns } from '../support/handler-runs.ts'
import { sendRaw } from '../support/raw-request.ts'
import { startService } from '../support/service.ts'
import { escapesFrom, spellingsOf } from './support/spellings.ts'
import { startTarget } from './support/target.ts'
import { expectUnauthenticated } from './support/token-expectations.ts'

const SECRET_PATH = '/api/v1/vault/gold'
const BATCH = 40

const target = await startTarget({
  settings: { permission: { exclude: [{ method: 'GET', path: '/api/v1/notice', reason: 'for tests' }] } },
  routes: [
    `GET ${SECRET_PATH}`,
    'GET /api/v1/vault/:id/content',
    'GET /api/v1/notice',
    'GET /api/v1/open',
    'GET /api/v1/open/*',
    'GET /internal',
  ],
})
afterAll(target.close)
const admin = await login(target.base)
const low = (await loginAs(target, 'low', [{ method: 'GET', path: '/api/v1/open/*' }])).token
await eventually(async () =>
  expect((await call(`${target.base}/open/x`, bearer(low))).body).toEqual({ ran: true }),
)

beforeEach(() => {
  target.runs.take()
})

/** Sends each target unchanged and fails if a handler ran that the caller may not reach by that path. */
async function expectNoBypass(targets: readonly string[], token: string, mayRun: (path: string) => boolean) {
  const authorization = [`Authorization: Bearer ${token}`]
  for (let from = 0; from < targets.length; from += BATCH) {
    const batch = targets.slice(from, from + BATCH)
    const answers = await Promise.all(
      batch.map((path) => sendRaw(target.origin, { target: path, headers: authorization })),
    )
    const ran = target.runs.take().map(({ url }) => url)
    expect(ran.filter((url) => !mayRun(url.split('?')[0] ?? ''))).toEqual([])
    for (const [index, { status, body }] of answers.entries()) {
      expect([200, 400, 404], batch[index]).toContain(status)
      if (body.ran) expect(mayRun((batch[index] ?? '').split('?')[0] ?? ''), batch[index]).toBe(true)
    }
  }
}

const inOpenFolder = (path: string) => path.startsWith('/api/v1/open/') && isCanonicalPath(path)

test('the handler runs for an admin on the canonical path, so the refusals below are meaningful', async () => {
  expect((await call(`${target.origin}${SECRET_PATH}`, bearer(admin))).body).toEqual({ ran: true })
  expect(target.runs.take()).toHaveLength(1)
  expectUnauthenticated(target, await call(`${target.origin}${SECRET_PATH}`, bearer(low)))
})

test('A03 hundreds of spellings of a path: decided like the canonical path, or refused', async () => {
  const targets = [...spellingsOf(SECRET_PATH), ...spellingsOf('/api/v1/vault/7/content')]
  expect(targets.length).toBeGreaterThan(350)
  await expectNoBypass(targets, low, () => false)
})

test('A03 an admin reaches a handler only by its canonical path', async () => {
  const targets = spellingsOf(SECRET_PATH)
  await expectNoBypass(
    targets,
    admin,
    (path) => path === SECRET_PATH || (isCanonicalPath(path) && path.endsWith('/content')),
  )
})

test('A04 path traversal from an open or excluded folder into a protected one', async () => {
  const targets = [
    ...escapesFrom('/api/v1/open', 'vault/gold'),
    ...escapesFrom('/api/v1/open/x', 'vault/gold'),
    ...escapesFrom('/api/v1/notice', 'vault/gold'),
    ...escapesFrom('/api/v1/login', 'vault/gold'),
  ]
  expect(targets.length).toBeGreaterThan(1000)
  await expectNoBypass(targets, low, inOpenFolder)
})

test('A04 headers and request targets that name another path have no effect', async () => {
  for (const header of [
    'X-Original-URL',
    'X-Rewrite-URL',
    'X-Forwarded-Uri',
    'X-Forwarded-Prefix',
    'X-Forwarded-Path',
    'X-Override-URL',
    'Destination',
    'Referer',
  ]) {
    const headers = [`Authorization: Bearer ${low}`, `${header}: /api/v1/open/x`]
    expectUnauthenticated(target, await sendRaw(target.origin, { target: SECRET_PATH, headers }))
  }
  for (const absolute of [
    `http://127.0.0.1${SECRET_PATH}`,
    `https://open${SECRET_PATH}`,
    `http://open/api/v1/open/x${SECRET_PATH}`,
  ]) {
    const answer = await sendRaw(target.origin, {
      target: absolute,
      headers: [`Authorization: Bearer ${low}`],
    })
    expect({ status: answer.status, ran: target.runs.take() }).toEqual({ status: 400, ran: [] })
  }
})

test.each([
  '?ref=/api/v1/logout',
  '?/api/v1/login',
  '?path=/api/v1/open/x',
  '?url=/api/v1/notice&method=GET',
  '?x=%2e%2e%2fopen',
  '?;/api/v1/open/x',
])('A05 %s on a protected path: still checked', async (query) => {
  expectUnauthenticated(
    target,
    await sendRaw(target.origin, { target: SECRET_PATH + query, headers: [`Authorization: Bearer ${low}`] }),
  )
  expectUnauthenticated(target, await sendRaw(target.origin, { target: SECRET_PATH + query }))
})

test.each(['#/api/v1/login', '#', '?a#/api/v1/open/x', '#?token=x'])(
  'A05 the fragment %s: refused',
  async (end) => {
    const answer = await sendRaw(target.origin, {
      target: SECRET_PATH + end,
      headers: [`Authorization: Bearer ${admin}`],
    })
    expect({ status: answer.status, code: answer.body.code, ran: target.runs.take() }).toEqual({
      status: 400,
      code: 400,
      ran: [],
    })
  },
)

test('A08 a path that starts with or passes through an excluded endpoint is not excluded', async () => {
  const excluded = [
    '/api/v1/login',
    '/api/v1/getCaptcha',
    '/api/v1/logout',
    '/api/v1/user/profile',
    '/api/v1/notice',
  ]
  const targets = excluded.flatMap((path) => [
    `${path}X`,
    `${path}/`,
    `${path}/x`,
    `${path}/vault/gold`,
    `${path}/../vault/gold`,
    `${path}%2f..%2fvault/gold`,
    `${path};/vault/gold`,
    `${path}.json`,
    `${path}%00`,
    `${path}%20`,
    path.toUpperCase(),
    `/x${path}`,
  ])
  await expectNoBypass(targets, low, () => false)
  for (const path of targets) {
    const { status, body } = await sendRaw(target.origin, { target: path, method: 'POST' })
    expect([400, 404], path).toContain(status)
    expect(body).not.toHaveProperty('data')
  }
})

test.each([
  ['its own setting', { ignoreTrailingSlash: true }],
  ['its router', { routerOptions: { ignoreTrailingSlash: true, caseSensitive: false } }],
])('A03 an app that treats /a/ as /a, by %s: a rule for deeper paths opens nothing else', async (_, app) => {
  const runs = createHandlerRuns()
  const around = await startService({
    app,
    protectedRoutes: runs.routes('GET /api/v1/orders', 'GET /api/v1/orders/:id'),
  })
  const rules = ['/api/v1/orders/*', '/api/v1/sys-user/*'].map((path) => ({ method: 'GET', path }))
  const { token } = await loginAs(around, 'below', rules)
  await eventually(async () =>
    expect((await call(`${around.base}/orders/1`, bearer(token))).body).toEqual({ ran: true }),
  )
  runs.take()
  for (const path of ['orders', 'orders/', 'ORDERS', 'ORDERS/', 'sys-user', 'sys-user/']) {
    const { body } = await call(`${around.base}/${path}`, bearer(token))
    expect([400, 401, 404], path).toContain(body.code ?? body.statusCode)
    expect(body.data, path).toBeUndefined()
  }
  expect(runs.take()).toEqual([])
  await around.close()
})
