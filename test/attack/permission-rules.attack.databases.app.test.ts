import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase } from '../../src/platform/database/database.ts'
import { bearer, call, login, loginAs, postJson } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { operatorWith } from '../support/operator.ts'
import { startProblem } from '../support/standalone.ts'
import { startTarget } from './support/target.ts'
import { expectUnauthenticated } from './support/token-expectations.ts'

const target = await startTarget({ routes: ['GET /api/v1/orders'] })
afterAll(target.close)
const admin = await login(target.base)

beforeEach(() => {
  target.runs.take()
})

test('A01 a role without rules calls every protected route: refused, and no handler runs', async () => {
  const { token } = await loginAs(target, 'nobody')
  const { body } = await call(`${target.base}/route`, bearer(admin))
  const routes = body.data as { method: string; path: string; checks: string }[]
  const open = ['POST /api/v1/logout', 'GET /api/v1/user/profile']
  const guarded = routes.filter(
    ({ checks, method, path }) => checks === 'both' && !open.includes(`${method} ${path}`),
  )
  expect(guarded.length).toBeGreaterThan(8)
  for (const { method, path } of guarded) {
    const url = `${target.origin}${path.replace(/:\w+|\*/g, '1')}`
    expectUnauthenticated(target, await call(url, { method, ...bearer(token) }))
  }
})

test('A14 a removed rule takes effect immediately on the same node, and within the limit on the other node', async () => {
  const peer = await startTarget({ beside: target, routes: ['GET /api/v1/orders'] })
  const rule = { method: 'GET', path: '/api/v1/orders' }
  const { token, roleKey } = await loginAs(target, 'passing', [rule])
  const nodes = [target, peer]
  for (const node of nodes) {
    await eventually(async () =>
      expect((await call(`${node.base}/orders`, bearer(token))).body).toEqual({ ran: true }),
    )
    node.runs.take()
  }
  const removed = await operatorWith(target.base, admin).remove('/policy', { rules: [{ roleKey, ...rule }] })
  expect(removed.body.code).toBe(200)
  expectUnauthenticated(target, await call(`${target.base}/orders`, bearer(token)))
  for (const node of nodes) {
    await eventually(async () => {
      node.runs.take()
      expectUnauthenticated(node, await call(`${node.base}/orders`, bearer(token)))
    })
    expectUnauthenticated(node, await call(`${node.base}/orders`, bearer(token)))
  }
  await peer.close()
})

test('A15 the policy cannot be read and the database is unavailable: every request and login is refused', async () => {
  const broken = await startTarget({ settings: { cluster: { maxStalenessSeconds: 1 } } })
  const token = await login(broken.base)
  const { token: clerk } = await loginAs(broken, 'clerk', [{ method: 'GET', path: '/api/v1/orders' }])
  const { token: stranger } = await loginAs(broken, 'stranger')
  const { database, close } = await openDatabase(broken.databaseUrl, { migrate: false })
  for (const table of ['changes', 'policy_rules', 'users', 'roles', 'sessions', 'revocations'] as const) {
    await database.schema.alterTable(table).renameTo(`gone_${table}`).execute()
  }
  // By the policy in memory, or because it is already too old.
  const { body: first } = await call(`${broken.base}/orders`, bearer(stranger))
  expect([401, 503]).toContain(first.code)
  expect(broken.runs.take()).toEqual([])
  const nobodyIsLetIn = async () => {
    for (const known of [token, clerk, stranger]) {
      broken.runs.take()
      const { status, body } = await call(`${broken.base}/orders`, bearer(known))
      expect({ status, code: body.code, ran: broken.runs.take() }).toEqual({
        status: 503,
        code: 503,
        ran: [],
      })
    }
  }
  await vi.waitFor(nobodyIsLetIn, { timeout: 120_000, interval: 50 })
  const { status, body } = await call(
    `${broken.base}/login`,
    postJson({ username: 'admin', password: 'x', uuid: 'x', code: 'x' }),
  )
  expect(body.token).toBeUndefined()
  expect([200, 500, 503]).toContain(status)
  await close()
  await broken.close()
})

test.each([
  ['PUT', '/api/v1/sys-user'],
  ['*', '/api/v1/sys-user'],
  ['GET', '/api/v1/sys-user/:id'],
  ['GET', '/*'],
  ['GET', '/api/*'],
  ['*', '/api/v1/:any'],
  ['HEAD', '/api/v1/role'],
  ['GET', '/api/v1/:a/:b'],
])('A17 %s %s on the exclusion list: startup fails', async (method, path) => {
  expect(await startProblem({ permission: { exclude: [{ method, path, reason: 'for tests' }] } })).toContain(
    'permission.exclude[0]',
  )
})
