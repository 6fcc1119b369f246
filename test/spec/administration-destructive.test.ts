import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDeputyFixture, type DeputyFixture } from '../support/deputy-fixture.ts'
import { addRole, addUser, dataOf, listOf, loginOperator, type Operator } from '../support/operator.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const RULE = { roleKey: 'deputy', path: '/app/shop/*', method: 'GET' }

let fixture: DeputyFixture
let admin: Operator

beforeAll(async () => {
  fixture = await createDeputyFixture({
    settings: {
      login: {
        secondFactor: { requiredRoles: ['guarded'] },
        ldap: { roles: [{ group: '*', role: 'mapped' }] },
      },
      application: { mode: 'dev' },
    },
  })
  admin = await loginOperator(fixture.service.base)
})
afterAll(() => fixture.close())

/** Every request that deletes, ends or disables what its body names, with a body that is valid. */
const DESTRUCTIVE: readonly (readonly [method: string, path: string, body: object])[] = [
  ['DELETE', '/sys-user', { ids: [999_999] }],
  ['PUT', '/sys-user/status', { ids: [999_999], status: '1' }],
  ['DELETE', '/role', { ids: [999_999] }],
  ['DELETE', '/dept', { ids: [999_999] }],
  ['DELETE', '/policy', { rules: [RULE] }],
  ['DELETE', '/session', { ids: [999_999] }],
  ['DELETE', '/throttle', { ids: ['999999'] }],
  ['DELETE', '/sys-login-log', { ids: [999_999] }],
  ['DELETE', '/user/second-factor', { code: '123456' }],
  ['POST', '/report/unused-rules/clean-up', { days: 1, all: true }],
  ['POST', '/report/covered-rules/clean-up', { all: true }],
  ['POST', '/report/same-rights/clean-up', { all: true }],
  ['POST', '/report/unused-roles/clean-up', { days: 1, all: true }],
  ['POST', '/report/idle-users/clean-up', { days: 1, all: true }],
]

test('the list of destructive requests contains every DELETE with a body and every clean-up', async () => {
  const response = await fetch(`${fixture.service.base}/openapi.json`)
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, object>> }
  const documented = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => 'requestBody' in operation)
      .map(([method]) => `${method.toUpperCase()} ${path.replace('/api/v1', '')}`),
  )
  const expected = documented.filter((call) => /^DELETE |\/clean-up$|PUT \/sys-user\/status$/.test(call))
  expect(DESTRUCTIVE.map(([method, path]) => `${method} ${path}`).toSorted()).toEqual(expected.toSorted())
})

test.each(DESTRUCTIVE)('%s %s refuses an unknown member by its name', async (method, path, body) => {
  const refused = (sent: object) => fixture.expectRequestRefused(admin.token, method, path, sent, 400)
  expect(await refused({ ...body, dryRun: true })).toContain('dryRun is not a member of this request')
})

test.each(DESTRUCTIVE)('%s %s refuses an empty or missing selection', async (method, path, body) => {
  const refused = (sent: object) => fixture.expectRequestRefused(admin.token, method, path, sent, 400)
  const { days } = body as { days?: number }
  const others = { ...(days === undefined ? {} : { days }), ...('status' in body ? { status: '1' } : {}) }
  await refused(others)
  for (const name of ['ids', 'rules', 'merges', 'roleIds', 'userIds'])
    await refused({ ...others, [name]: [] })
  if ('all' in body) for (const all of [false, 1, 'true', null]) await refused({ ...others, all })
})

test('a misspelt selection changes nothing, and a selection cannot be combined with all', async () => {
  const idle = await addUser(admin, 'ida', await addRole(admin, 'idle', [], { dataScope: '5' }))
  fixture.service.advance(2 * DAY_MS)
  admin = await loginOperator(fixture.service.base)
  const path = '/report/idle-users/clean-up'
  const refused = (body: object) => fixture.expectRequestRefused(admin.token, 'POST', path, body, 400)
  expect(await refused({ days: 1, ids: [idle] })).toContain('ids is not a member of this request')
  expect(await refused({ days: 1 })).toContain('send either userIds or all: true')
  expect(await refused({ days: 1, userIds: [idle], all: true })).toContain('send either userIds or all: true')
  const nested = { rules: [{ ...RULE, ids: [1] }] }
  expect(await fixture.expectRequestRefused(admin.token, 'DELETE', '/policy', nested, 400)).toContain(
    'rules.0.ids is not a member of this request',
  )
  expect(await dataOf(admin.post(path, { days: 1, userIds: [idle] }))).toMatchObject({ done: 1 })
})

test('no clean-up merges or deletes a role that a setting names', async () => {
  const rules = [{ method: 'GET', path: '/app/named' }]
  const [plain, copy] = [await addRole(admin, 'plain', rules), await addRole(admin, 'copy', rules)]
  // `login.ldap.roles` counts although the method is not enabled.
  const named = [await addRole(admin, 'guarded', rules), await addRole(admin, 'mapped', rules)]
  await addUser(admin, 'paula', plain)
  fixture.service.advance(2 * DAY_MS)
  admin = await loginOperator(fixture.service.base)
  const groups = await listOf(admin, '/report/same-rights?pageSize=200')
  expect(groups.filter((group) => /guarded|mapped/.test(JSON.stringify(group)))).toEqual([])
  expect(groups).toMatchObject([{ keep: { roleKey: 'plain' }, remove: [{ roleKey: 'copy' }] }])
  for (const id of named) {
    const merges = [{ keep: plain, remove: [id] }]
    for (const [report, body] of [
      ['same-rights', { merges }],
      ['unused-roles', { days: 1, roleIds: [id] }],
    ] as const)
      await fixture.expectRequestRefused(admin.token, 'POST', `/report/${report}/clean-up`, body, 409)
  }
  await dataOf(admin.post('/report/same-rights/clean-up', { all: true }))
  await dataOf(admin.post('/report/unused-roles/clean-up', { days: 1, all: true }))
  const left = (await listOf(admin, '/role?pageSize=200')).map(({ roleId }) => roleId)
  expect(left).toEqual(expect.arrayContaining([plain, ...named]))
  expect(left).not.toContain(copy)
})
