import { Util } from 'casbin'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase } from '../../src/database/database.ts'
import { bearer, call, login, loginAs, postJson } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { claimsOf, JWT_ANYWHERE } from '../support/jwt.ts'
import { startProblem } from '../support/standalone.ts'
import { forged, HEADER } from './support/forgery.ts'
import { expectUnauthenticated } from './support/refused.ts'
import { startTarget, type Target } from './support/target.ts'

let target: Target
let admin: string

beforeAll(async () => {
  target = await startTarget({ routes: ['GET /api/v1/orders', 'GET /pattern/*', 'GET /pattern'] })
  admin = await login(target.base)
})
beforeEach(() => {
  target.runs.take()
})
afterAll(() => target.close())

test('A01 a role without policy calls every protected route: refused, and none runs', async () => {
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

/** Rows of the same classes as Casbin’s own tables of keyMatch and keyMatch2: path, and pattern. */
const rows = [
  ['', ''],
  ['', '/*'],
  ['/', '/*'],
  ['/a', ''],
  ['/a', '/a'],
  ['/a', '/a*'],
  ['/a', '/a/*'],
  ['/a/b', '/a'],
  ['/a/b', '/a*'],
  ['/a/b', '/a/*'],
  ['/ab', '/a'],
  ['/ab', '/a*'],
  ['/ab', '/a/*'],
  ['/a', '/:x'],
  ['/a/b', '/:x'],
  ['/a/b', '/:x/:y'],
  ['/a/b', '/a/:x'],
  ['/a/b', '/b/:x'],
  ['/a/b/c', '/a/:x/c'],
  ['/a/b/c', '/a/:x/d'],
  ['/a/b/c', '/:x/b/*'],
  ['/a/b/', '/a/:x/*'],
  ['/a/b/c/d', '/a/:x/*'],
  ['/a/', '/a/:x/*'],
  ['/a/b', '/a/:/b'],
  ['/a/b', '/:/b'],
  ['/a/b', '/a/*/b'],
  ['/a/x/b', '/a/*/b'],
  ['/a/b', '/(a)/b'],
  ['/a', '/[a]'],
  ['/a', '/a|b'],
  ['/a', '/{x}'],
  ['/a', 'a'],
  ['/a', '*'],
  ['/a.b', '/a.b'],
  ['/axb', '/a.b'],
  ['/a$', '/a$'],
] as const

test('A12 patterns of our language decide as Casbin does, over the port; every other is refused when it is written', async () => {
  const claims = claimsOf(admin)
  const tried = rows.map(([path, pattern], index) => ({
    path: `/pattern${path}`,
    pattern: `/pattern${pattern}`,
    roleKey: `casbin-${index}`,
  }))
  const written: typeof tried = []
  for (const row of tried) {
    await target.workshop.roleAdministration.add({ roleKey: row.roleKey, roleName: row.roleKey })
    const add = target.workshop.policyAdministration.add([
      { roleKey: row.roleKey, method: 'GET', path: row.pattern },
    ])
    const outcome = await add.then(
      () => 'written',
      (error: { reason?: string }) => error.reason,
    )
    expect(['written', 'invalid-parameters']).toContain(outcome)
    if (outcome === 'written') written.push(row)
  }
  expect(written.length).toBeGreaterThan(20)
  expect(tried.length - written.length).toBeGreaterThan(8)
  const hits = (row: (typeof tried)[number]) =>
    Util.keyMatch2Func(row.path, row.pattern) || Util.keyMatchFunc(row.path, row.pattern)
  const tokenOf = ({ roleKey }: (typeof tried)[number]) => forged(HEADER, { ...claims, rolekey: roleKey })
  const last = written.findLast(hits)
  if (!last) throw new Error('no row is a hit')
  await eventually(async () =>
    expect((await call(target.origin + last.path, bearer(tokenOf(last)))).body).toEqual({ ran: true }),
  )
  target.runs.take()
  for (const row of tried) {
    const { body } = await call(target.origin + row.path, bearer(tokenOf(row)))
    const expected = written.includes(row) && hits(row)
    expect({ ...row, ran: target.runs.take().length === 1 }).toEqual({ ...row, ran: expected })
    if (!expected) expect(body).toMatchObject({ code: 401 })
  }
})

test('A14 a rule that is taken away is denied on both nodes within the bound', async () => {
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
  await target.workshop.policyAdministration.remove([{ roleKey, ...rule }])
  for (const node of nodes) {
    await eventually(async () => {
      node.runs.take()
      expectUnauthenticated(node, await call(`${node.base}/orders`, bearer(token)))
    })
    expectUnauthenticated(node, await call(`${node.base}/orders`, bearer(token)))
  }
  await peer.close()
})

test('A15 the policy cannot be read and the database is gone: denied, then nobody is let in, and no answer is a pass', async () => {
  const broken = await startTarget({ settings: { cluster: { maxStalenessSeconds: 1 } } })
  const token = await login(broken.base)
  const { token: clerk } = await loginAs(broken, 'clerk', [{ method: 'GET', path: '/api/v1/orders' }])
  const { token: stranger } = await loginAs(broken, 'stranger')
  const { database, close } = await openDatabase(`sqlite:${broken.dataDir}/castellan.db`, { migrate: false })
  for (const table of ['changes', 'policy_rules', 'users', 'roles', 'sessions', 'revocations'] as const) {
    await database.schema.alterTable(table).renameTo(`gone_${table}`).execute()
  }
  expectUnauthenticated(broken, await call(`${broken.base}/orders`, bearer(stranger)))
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
  await vi.waitFor(nobodyIsLetIn, { timeout: 15_000, interval: 50 })
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
])('A17 %s %s on the exclusion list: the start fails', async (method, path) => {
  expect(await startProblem({ permission: { exclude: [{ method, path }] } })).toContain('permission.exclude')
})

test.each([
  'refresh_token',
  'refreshToken',
  'refresh-token',
  'token/refresh',
  'refresh',
  'token',
  'auth/refresh',
  'oauth/token',
  'login/refresh',
  'session/renew',
])('A18 %s exists under no method', async (path) => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    expectRefused(await call(`${target.base}/${path}?token=${admin}`, { method }), 404, 404)
    expectRefused(await call(`${target.base}/${path}`, { method, ...bearer(admin) }), 404, 404)
  }
})

test('A18 every route, called with a token: no answer holds a JWT, not even in a header', async () => {
  const { body } = await call(`${target.base}/route`, bearer(admin))
  const routes = body.data as { method: string; path: string }[]
  for (const { path } of routes.filter((route) => !route.path.endsWith('/logout'))) {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const url = `${target.origin}${path.replace(/:\w+|\*/g, method === 'GET' ? '1' : '999999')}`
      const token = { token: admin, refresh_token: admin, grant_type: 'refresh_token', ids: [], rules: [] }
      const headers = { authorization: `Bearer ${admin}`, cookie: `jwt=${admin}` }
      const answer = await call(url, method === 'GET' ? { headers } : { ...postJson(token, headers), method })
      const said = [...answer.headers].flat().join('\n') + answer.text
      expect(said, `${method} ${path}`).not.toMatch(JWT_ANYWHERE)
    }
  }
})

test('A20 the profile is one’s own, whoever the query, the body or a header names', async () => {
  const { token } = await loginAs(target, 'myself')
  for (const query of [
    '?userId=1',
    '?id=1',
    '?user_id=1&username=admin',
    '?identity=1',
    '?roleKey=admin',
    '?token=',
  ]) {
    const headers = {
      authorization: `Bearer ${token}`,
      'x-user-id': '1',
      'x-forwarded-user': 'admin',
      cookie: `jwt=${admin}`,
    }
    for (const path of ['/user/profile', '/getinfo']) {
      const answer = await call(`${target.base}${path}${query}`, { headers })
      expectSuccess(answer)
      expect(answer.text).toContain('myself')
      expect(answer.text).not.toContain('admin')
    }
  }
})
