import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createUsageStore } from '../../src/features/policy/usage/usage.store.ts'
import type { Usage } from '../../src/features/policy/usage/usage.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { enrol } from '../support/authenticator.ts'
import { createClock } from '../support/clock.ts'
import { createDeputyFixture } from '../support/deputy-fixture.ts'
import { expectRefused } from '../support/expectations.ts'
import { addRole, dataOf, type Listed, listOf, loginOperator, operatorWith } from '../support/operator.ts'

const clock = createClock()

const fixture = await createDeputyFixture({ replacements: { now: clock.now } })
afterAll(fixture.close)
const admin = await loginOperator(fixture.service.base)
const deputy = await fixture.login('deputy')

const rulesOf = async (roleKey: string) =>
  (await listOf(admin, `/policy?roleKey=${roleKey}`)).map(({ method, path }) => `${method} ${path}`)
const copyOf = (roleKey: string) => ({ roleKey, roleName: `The role ${roleKey}` })
const REPORT = { method: 'GET', path: '/app/report/:id' }
const SALARY = { method: 'GET', path: '/app/salary' }

describe('copying a role', () => {
  test('adds a role with its data scope, status, remark and rules, and with no users', async () => {
    const id = await addRole(admin, 'source', [REPORT, SALARY], { dataScope: '3', status: '1', remark: 'r' })
    const copy = await dataOf(admin.post(`/role/${id}/copy`, copyOf('copy')))
    expect(copy).toMatchObject({ ...copyOf('copy'), dataScope: '3', status: '1', remark: 'r', revision: 1 })
    expect(copy.roleId).not.toBe(id)
    expect(await rulesOf('copy')).toEqual(await rulesOf('source'))
    expect(await listOf(admin, '/role?roleKey=copy')).toMatchObject([{ users: 0, rules: 2 }])
  })

  test('lists the same departments, and nothing changes them when the source gets others', async () => {
    const departmentId = async (deptName: string) =>
      (await dataOf<{ deptId: number }>(admin.post('/dept', { deptName }))).deptId
    const [north, south] = [await departmentId('north'), await departmentId('south')]
    const id = await addRole(admin, 'listing', [], { dataScope: '2', deptIds: [north, south] })
    const { roleId } = await dataOf<{ roleId: number }>(admin.post(`/role/${id}/copy`, copyOf('listing-too')))
    await dataOf(admin.put(`/role/${id}`, { deptIds: [south] }))
    expect(await dataOf(admin.get(`/role/${roleId}`))).toMatchObject({
      dataScope: '2',
      deptIds: [north, south],
    })
  })

  test('writes one entry to the audit log, with the rules and the key of the copied role', async () => {
    const id = await addRole(admin, 'audited', [REPORT])
    const countOf = async () => (await dataOf<Listed>(admin.get('/audit-log'))).count
    const before = await countOf()
    await dataOf(admin.post(`/role/${id}/copy`, copyOf('audited-copy')))
    expect(await countOf()).toBe(before + 1)
    expect(await listOf(admin, '/audit-log?action=role.copy&pageSize=1')).toMatchObject([
      {
        target: 'audited-copy',
        after: { copyOf: 'audited', rules: [{ roleKey: 'audited-copy', ...REPORT }] },
      },
    ])
  })

  test('of more than 500 rules copies all of them, and the audit log contains them', async () => {
    const rules = Array.from({ length: 501 }, (_, i) => ({ method: 'GET', path: `/app/large/${i}` }))
    const id = await addRole(admin, 'large', rules)
    await dataOf(admin.post(`/role/${id}/copy`, copyOf('large-copy')))
    expect(await listOf(admin, '/role?roleKey=large-copy')).toMatchObject([{ rules: 501 }])
    const loggedRules = async (action: string) =>
      (await listOf(admin, `/audit-log?action=${action}&pageSize=200`))
        .filter(({ target }) => target === 'large-copy')
        .map(({ after }) => (after as { rules: unknown[] }).rules.length)
    expect(await loggedRules('role.copy')).toEqual([500])
    expect(await loggedRules('policy.add')).toEqual([1])
  })

  test('takes effect at once, in every check', async () => {
    const id = await addRole(admin, 'reader', [{ method: 'GET', path: '/api/v1/role' }])
    await dataOf(admin.post(`/role/${id}/copy`, copyOf('second-reader')))
    const access = await dataOf(
      admin.get('/policy/explain?roleKey=second-reader&method=GET&path=/api/v1/role'),
    )
    expect(access).toMatchObject({ allowed: true, why: 'rule' })
  })

  test.each([
    ['a taken key', 'admin', 409],
    ['an invalid key', 'a b', 400],
  ])('to %s is refused', async (_, roleKey, code) => {
    const id = await addRole(admin, `for-${code}`)
    await fixture.expectRequestRefused(admin.token, 'POST', `/role/${id}/copy`, copyOf(roleKey), code)
  })

  test('of the role admin, or of none, is refused', async () => {
    const { token } = admin
    expect(
      await fixture.expectRequestRefused(token, 'POST', '/role/1/copy', copyOf('second-admin'), 409),
    ).toContain('cannot be copied')
    await fixture.expectRequestRefused(token, 'POST', '/role/31337/copy', copyOf('none'), 404)
  })
})

describe('an operator who is not an admin', () => {
  test('can copy a role that allows less, and the own role', async () => {
    const id = await addRole(admin, 'junior', [REPORT])
    await fixture.expectRequestAccepted(deputy, 'POST', `/role/${id}/copy`, copyOf('second-junior'))
    expect(await rulesOf('second-junior')).toEqual(['GET /app/report/:id'])
    const own = await fixture.role('deputy')
    await fixture.expectRequestAccepted(deputy, 'POST', `/role/${own}/copy`, copyOf('second-deputy'))
    expect(await rulesOf('second-deputy')).toEqual(await rulesOf('deputy'))
  })

  test('cannot copy a role that allows more', async () => {
    const wide = await addRole(admin, 'payroll', [REPORT, SALARY])
    const refused = await fixture.expectRequestRefused(deputy, 'POST', `/role/${wide}/copy`, copyOf('p2'))
    expect(refused).toContain('GET /app/salary')
  })

  test('cannot copy without the permission to add rules, even the rules of the own role', async () => {
    await fixture.createRoleWithUser('namer', '1', [
      ['*', '/api/v1/role'],
      ['*', '/api/v1/role/*'],
    ])
    const namer = await fixture.login('namer')
    const own = await fixture.role('namer')
    const refused = await fixture.expectRequestRefused(namer, 'POST', `/role/${own}/copy`, copyOf('n2'))
    expect(refused).toContain('POST /api/v1/policy')
  })
})

describe('the list of roles', () => {
  test('has the number of users and rules of each role', async () => {
    await fixture.createRoleWithUser('counted', '5', [['GET', '/app/report/:id']])
    // The fixture writes over another connection, and the service counts the rules in force.
    await expect.poll(() => listOf(admin, '/role?roleKey=counted')).toMatchObject([{ users: 1, rules: 1 }])
    const empty = await addRole(admin, 'uncounted')
    const roles = await listOf(admin, '/role?roleKey=uncounted')
    expect(roles).toMatchObject([{ roleId: empty, users: 0, rules: 0 }])
  })
})

describe('the second factors of a role', () => {
  test('are counted once they are confirmed, with the number of its users', async () => {
    await fixture.createRoleWithUser('guarded', '5', [])
    const path = `/role/${await fixture.role('guarded')}/second-factor`
    const user = operatorWith(fixture.service.base, await fixture.login('guarded'))
    expect(await dataOf(admin.get(path))).toEqual({ users: 1, withSecondFactor: 0 })
    await dataOf(user.post('/user/second-factor', {}))
    expect(await dataOf(admin.get(path))).toEqual({ users: 1, withSecondFactor: 0 })
    await enrol(user, clock)
    expect(await dataOf(admin.get(path))).toEqual({ users: 1, withSecondFactor: 1 })
    expectRefused(await admin.get('/role/31337/second-factor'), 404)
  })
})

describe('the rules of a role', () => {
  test('are listed with their last use, which is null if none is recorded', async () => {
    await addRole(admin, 'used', [REPORT, SALARY])
    const lastUsedAt = Date.parse('2026-11-17T08:00:00Z')
    await recordUsage([
      {
        roleKey: 'used',
        method: 'GET',
        route: '/app/report/:number',
        allowed: true,
        count: 1,
        firstUsedAt: lastUsedAt,
        lastUsedAt,
      },
      {
        roleKey: 'used',
        method: 'GET',
        route: '/app/salary',
        allowed: false,
        count: 1,
        firstUsedAt: lastUsedAt,
        lastUsedAt,
      },
    ])
    expect(await listOf(admin, '/policy/usage?roleKey=used')).toEqual([
      { roleKey: 'used', ...REPORT, lastUsedAt: '2026-11-17T08:00:00.000Z' },
      { roleKey: 'used', ...SALARY, lastUsedAt: null },
    ])
  })

  test('are compared with those of another role', async () => {
    await addRole(admin, 'first', [REPORT, SALARY])
    await addRole(admin, 'second', [REPORT, { method: '*', path: '/app/*' }])
    expect(await dataOf(admin.get('/policy/compare?first=first&second=second'))).toEqual({
      onlyFirst: { count: 1, rules: [{ ...SALARY, isCovered: true }] },
      onlySecond: { count: 1, rules: [{ method: '*', path: '/app/*', isCovered: false }] },
      both: { count: 1, rules: [REPORT] },
    })
  })

  test('of an unknown role are refused, and so is a comparison with one', async () => {
    expectRefused(await admin.get('/policy/usage?roleKey=nobody'), 409)
    expectRefused(await admin.get('/policy/compare?first=admin&second=nobody'), 409)
    expectRefused(await admin.get('/policy/usage'), 400)
    expectRefused(await admin.get('/policy/compare?first=admin'), 400)
  })
})

async function recordUsage(usages: readonly Usage[]): Promise<void> {
  const handle = await openDatabase(`sqlite:${join(fixture.service.dataDir, 'castellan.db')}`)
  await createUsageStore(handle.database).add(usages)
  await handle.close()
}
