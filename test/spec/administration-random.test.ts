import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { Operator } from '../../src/core/audit-log/operator.ts'
import { EXCLUDED } from '../authority/effective-permissions.ts'
import { createGrantHistory, findProblems, standingOf } from '../authority/invariants.ts'
import type { Request } from '../authority/request.ts'
import { requestFactory } from '../authority/requests.ts'
import { login, tryLogin } from '../support/client.ts'
import { createDeputyFixture, DEPUTY_RULES, type Rule } from '../support/deputy-fixture.ts'
import { claimsOf } from '../support/jwt.ts'
import { scaled } from '../support/scale.ts'

// The same calls as in test/authority, sent over HTTP with real tokens, through both checks.

const CALLS = scaled(120, 400)
const PASSWORD = 'the same few words for all'

const fixture = await createDeputyFixture({ settings: { permission: { exclude: [EXCLUDED] } } })
afterAll(fixture.close)

interface Caller {
  readonly token: string
  readonly operator: Operator
}

/** Returns the caller that the token identifies. */
function callerOf(token: string): Caller {
  const { identity, roleid, nice, jti } = claimsOf(token)
  const [userId, roleId, username] = [Number(identity), Number(roleid), String(nice)]
  const sessionId = Number.parseInt(String(jti), 10)
  return {
    token,
    operator: { userId, roleId, username, sessionId, source: 'http', ipaddr: '', requestId: '' },
  }
}

async function createInitialCallers(): Promise<Caller[]> {
  const { context, base } = fixture.service
  const roles: Record<string, { dataScope: string; rules: readonly Rule[] }> = {
    k0: { dataScope: '1', rules: [...DEPUTY_RULES, ['*', '/a/*'], ['GET', '/:x']] },
    k1: { dataScope: '4', rules: [...DEPUTY_RULES, ['GET', '/a/:x'], ['PUT', '/a']] },
    k2: { dataScope: '5', rules: [['GET', '/a']] },
    k3: { dataScope: '2', rules: [...DEPUTY_RULES, ['*', '/*']] },
  }
  await context.userAdministration.add({ username: 'second admin', password: PASSWORD, roleKey: 'admin' })
  for (const [roleKey, { dataScope, rules }] of Object.entries(roles)) {
    await context.roleAdministration.add({ roleKey, roleName: roleKey, dataScope })
    await context.policyAdministration.add(rules.map(([method, path]) => ({ roleKey, method, path })))
    for (const n of [0, 1])
      await context.userAdministration.add({
        username: `user ${n} of ${roleKey}`,
        password: PASSWORD,
        roleKey,
      })
  }
  const callers = [
    callerOf(await login(base)),
    callerOf(await login(base, { username: 'second admin', password: PASSWORD })),
  ]
  for (const roleKey of Object.keys(roles))
    callers.push(callerOf(await login(base, { username: `user 0 of ${roleKey}`, password: PASSWORD })))
  return callers
}

type Http = readonly [method: string, path: string, body?: unknown]

function httpOf(request: Request): Http {
  switch (request.kind) {
    case 'user.add': {
      const { kind: _kind, ...user } = request
      return ['POST', '/sys-user', { ...user, password: PASSWORD }]
    }
    case 'user.change':
      return ['PUT', `/sys-user/${request.id}`, request.change]
    case 'user.password':
      return ['PUT', `/sys-user/${request.id}/password`, { password: PASSWORD }]
    case 'user.suspend':
      return ['POST', `/sys-user/${request.id}/suspension`, {}]
    case 'user.decide':
      return ['PUT', `/sys-user/${request.id}/suspension`, { decision: request.decision }]
    case 'user.setRole':
      return ['PUT', '/sys-user/role', { ids: request.ids, roleId: request.roleId }]
    case 'user.remove':
      return ['DELETE', '/sys-user', { ids: request.ids }]
    // Users can be imported only from the CLI, so a policy is imported instead.
    case 'user.import':
      return [
        'POST',
        '/policy/import',
        { csv: request.users.map(({ roleKey }) => `p, ${roleKey}, /a, GET`).join('\n') },
      ]
    case 'role.add': {
      const { kind: _kind, ...role } = request
      return ['POST', '/role', { ...role, roleName: role.roleKey }]
    }
    case 'role.change':
      return ['PUT', `/role/${request.id}`, request.change]
    case 'role.copy':
      return ['POST', `/role/${request.id}/copy`, { roleKey: request.roleKey, roleName: 'copy' }]
    case 'role.remove':
      return ['DELETE', '/role', { ids: request.ids }]
    case 'policy.add':
      return ['POST', '/policy', { rules: request.rules }]
    case 'policy.remove':
      return ['DELETE', '/policy', { rules: request.rules }]
    case 'policy.change':
      return ['POST', '/policy/change', { add: request.add, remove: request.remove }]
    case 'dept.add': {
      const { kind: _kind, ...department } = request
      return ['POST', '/dept', department]
    }
    case 'dept.change':
      return ['PUT', `/dept/${request.id}`, request.change]
    case 'dept.remove':
      return ['DELETE', '/dept', { ids: request.ids }]
    case 'service.add': {
      const { kind: _kind, ...account } = request
      return ['POST', '/service-account', account]
    }
    case 'service.change':
      return ['PUT', `/service-account/${request.id}`, { ownerId: request.ownerId }]
    case 'service.accept':
      return ['POST', `/user/service-account/${request.id}/accept`, {}]
    case 'service.secret':
      return ['POST', `/service-account/${request.id}/secret`, {}]
    case 'request.ask':
      return ['POST', '/user/access-request', { roleId: request.roleId, hours: request.hours, reason: 'x' }]
    case 'request.withdraw':
      return ['DELETE', `/user/access-request/${request.id}`]
    case 'request.decide':
      return ['PUT', `/access-request/${request.id}`, { decision: request.decision }]
    case 'session.end':
      return ['DELETE', '/session', { ids: request.ids }]
    case 'session.endAll':
      return ['DELETE', '/session', { userId: request.userId }]
    case 'session.endUsers':
      return ['DELETE', '/session', { userIds: request.userIds }]
    case 'session.endRole':
      return ['DELETE', '/session', { roleId: request.roleId }]
  }
}

/** Logs in one more user, a different one for each `n`. */
async function logInAnother(n: number): Promise<Caller[]> {
  const { users } = await fixture.rows()
  const user = users[n % users.length]
  const { body } = await tryLogin(fixture.service.base, { username: user?.username, password: PASSWORD })
  return typeof body.token === 'string' ? [callerOf(body.token)] : []
}

test('no operator grants more than they have: random calls over HTTP', async () => {
  const callers = await createInitialCallers()
  const given = createGrantHistory()
  let before = await fixture.rows()
  given.add(before)
  const accepted = { limited: 0, unlimited: 0, 'locked out': 0 }
  const steps = fc.sample(fc.record({ requestFactory, caller: fc.nat({ max: 99 }) }), {
    seed: 7,
    numRuns: CALLS,
  })
  for (const [n, step] of steps.entries()) {
    if (n % 5 === 0) callers.push(...(await logInAnother(n / 5)))
    before = await fixture.rows()
    const living = callers.filter(({ operator }) => standingOf({ operator, before }) !== 'locked out')
    // Every tenth call uses a random token, valid or not.
    const list = n % 10 === 9 || living.length === 0 ? callers : living
    const { token, operator } = list[step.caller % list.length] ?? callerOf('')
    const by = { userId: operator.userId, roleId: operator.roleId, now: Date.now() }
    const http = httpOf(step.requestFactory(before, by))
    const { body } = await fixture.send(token, ...http)
    const after = await fixture.rows()
    const standing = standingOf({ operator, before })
    const refusal = body.code === 200 ? undefined : String(body.msg)
    expect([200, 400, 401, 404, 409], `${JSON.stringify(http)}: ${refusal}`).toContain(body.code)
    if (refusal === undefined) accepted[standing]++
    if (standing === 'unlimited') given.add(after)
    const problems = findProblems({ operator, refusal, before, after })
    if (given.isExceeded(after)) problems.push('a role may do what no admin ever gave')
    expect(problems, `${operator.username}, ${standing}: ${JSON.stringify(http)}`).toEqual([])
  }
  expect(accepted['locked out']).toBe(0)
  expect(accepted.limited).toBeGreaterThan(5)
  expect(accepted.unlimited).toBeGreaterThan(5)
}, 120_000)
