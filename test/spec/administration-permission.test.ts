import { afterAll, expect, test } from 'vitest'
import { call } from '../support/client.ts'
import { expectRefused } from '../support/expectations.ts'
import { addRole, addUser, dataOf, type Listed, loginOperator, passwordOf } from '../support/operator.ts'
import { startService } from '../support/service.ts'

/** Open to every logged-in user (docs/specification.md, 6a). */
const EXCLUDED = ['POST /api/v1/logout', 'GET /api/v1/user/profile']

const service = await startService()
afterAll(service.close)
const admin = await loginOperator(service.base)
const roleId = await addRole(admin, 'powerless')
await addUser(admin, 'powerless', roleId)
const powerless = await loginOperator(service.base, {
  username: 'powerless',
  password: passwordOf('powerless'),
})

interface Route {
  readonly method: string
  readonly path: string
  readonly checks: string
}

/** Request bodies that would have an effect if the caller had permission. */
const BODY = JSON.stringify({
  ids: [1],
  userId: 1,
  rules: [{ roleKey: 'powerless', path: '/api/v1/*', method: '*' }],
  csv: 'p, powerless, /api/v1/*, *',
  username: 'intruder',
  password: passwordOf('intruder'),
  roleId: 1,
  roleName: 'Intruders',
  roleKey: 'intruders',
  status: '1',
})

test('every route that needs both checks refuses a role without rules, and its handler never runs', async () => {
  const routes = (await dataOf<Route[]>(admin.get('/route'))).filter(
    ({ method, path, checks }) => checks === 'both' && !EXCLUDED.includes(`${method} ${path}`),
  )
  expect(routes.length).toBeGreaterThan(30)
  const before = await everything()
  for (const { method, path } of routes) {
    for (const token of [powerless.token, 'no.such.token', '']) {
      const answer = await call(`${service.origin}${path.replace(':id', '1')}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(method === 'GET' ? {} : { body: BODY }),
      })
      expectRefused(answer, 401)
    }
  }
  expect(await everything()).toEqual(before)
})

async function everything(): Promise<unknown[]> {
  const paths = ['/sys-user', '/role', '/policy', '/session', '/audit-log', '/sys-login-log']
  return Promise.all(paths.map((path) => dataOf<Listed>(admin.get(`${path}?pageSize=200`))))
}
