import { afterAll, expect, test } from 'vitest'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { addRole, addUser, dataOf, loginOperator, type Operator, passwordOf } from '../support/operator.ts'
import { startService } from '../support/service.ts'

const ORDER = { method: 'GET', path: '/api/v1/orders/:id' }
const REPORT = { method: 'GET', path: '/api/v1/reports/:name' }
const PREVIEW = { method: 'POST', path: '/api/v1/policy/preview' }
const ADD = { method: 'POST', path: '/api/v1/policy' }
const IMPORT = { method: 'POST', path: '/api/v1/policy/import' }
const CHANGE = { method: 'POST', path: '/api/v1/policy/change' }
const REMOVE = { method: 'DELETE', path: '/api/v1/policy' }
const READ = { method: 'GET', path: '/api/v1/policy' }
const CHANGE_ROLE = { method: 'PUT', path: '/api/v1/role/:id' }

interface Entry {
  readonly roleKey: string
  readonly route: string
}

interface Preview {
  readonly recordedSince: string | null
  readonly addedRules: number
  readonly removedRules: number
  readonly gainCount: number
  readonly lossCount: number
  readonly roles: readonly unknown[]
  readonly gains: readonly Entry[]
  readonly losses: readonly Entry[]
  readonly opened: readonly { readonly path: string }[]
  readonly openedCounts: { readonly service: number }
  readonly administeringRoles: readonly string[]
  readonly closedParents: readonly object[]
}

const service = await startService({
  settings: { application: { trustProxy: ['127.0.0.1'] } },
  protectedRoutes: async (routes) => {
    routes.get(ORDER.path, () => ({}))
    routes.get(REPORT.path, () => ({}))
  },
})
afterAll(service.close)
const admin = await loginOperator(service.base)
const clerk = await loggedIn('clerk', [ORDER])
for (const id of [7, 8]) await clerk.get(`/orders/${id}`)
for (const name of ['sales', 'costs', 'alice']) expectRefused(await clerk.get(`/reports/${name}`), 401)
const deputy = await loggedIn('deputy', [ORDER, PREVIEW, ADD, REMOVE, READ, CHANGE_ROLE])

async function loggedIn(name: string, rules: readonly { method: string; path: string }[]): Promise<Operator> {
  await addUser(admin, name, await addRole(admin, name, rules))
  return loginOperator(service.base, { username: name, password: passwordOf(name) })
}

let guest: Operator | undefined
let guestRules: readonly object[] = []
/** Returns a user whose role has these rules and the one for previews. It is one user, because logins are expensive. */
async function guestWith(rules: readonly { method: string; path: string }[]): Promise<Operator> {
  guest ??= await loggedIn('guest', [PREVIEW])
  if (guestRules.length > 0) await dataOf(admin.remove('/policy', { rules: guestRules }))
  guestRules = rules.map((rule) => ({ roleKey: 'guest', ...rule }))
  if (guestRules.length > 0) await dataOf(admin.post('/policy', { rules: guestRules }))
  return guest
}

function preview(change: object, operator = admin): Promise<Preview> {
  return dataOf<Preview>(operator.post('/policy/preview', change))
}

const clerkRule = (rule: object) => ({ roleKey: 'clerk', ...rule })
const used = {
  roleKey: 'clerk',
  method: 'GET',
  route: ORDER.path,
  extent: 'full',
  usedCount: 2,
  refusedCount: 0,
}
const refused = {
  roleKey: 'clerk',
  method: 'GET',
  route: REPORT.path,
  extent: 'full',
  usedCount: 0,
  refusedCount: 3,
}

test('a rule to add shows which routes become callable, whether or not they were called, the administration first', async () => {
  const wide = clerkRule({ method: '*', path: '/api/v1/*' })
  const result = await preview({ add: [wide] })
  expect(result.administeringRoles).toEqual(['clerk'])
  expect(result.openedCounts.service).toBeGreaterThan(40)
  expect(result.openedCounts).toMatchObject({ app: 1, upstream: 0 })
  expect(result.opened[0]).toMatchObject({ roleKey: 'clerk', origin: 'service', administers: true })
  expect(result.opened).toContainEqual(
    expect.objectContaining({ method: 'POST', path: '/api/v1/policy', extent: 'full', administers: true }),
  )
  expect(result.opened).toContainEqual(
    expect.objectContaining({ method: 'GET', path: REPORT.path, origin: 'app', administers: false }),
  )
  const paths = result.opened.map(({ path }) => path)
  expect(paths, 'the role may call it already').not.toContain(ORDER.path)
  expect(paths, 'it needs no rule').not.toContain('/api/v1/logout')
  expect(result.closedParents).toEqual([clerkRule({ method: '*', path: '/api/v1' })])

  for (const path of ['/api/v1/dept', '/api/v1/dept/:id', '/api/v1/report/idle-users/clean-up'])
    expect(await preview({ add: [clerkRule({ method: '*', path })] }), path).toMatchObject({
      administeringRoles: ['clerk'],
    })
  for (const path of ['/api/v1/deptTree', '/api/v1/report/idle-users', '/api/v1/policy/preview'])
    expect(await preview({ add: [clerkRule({ method: '*', path })] }), path).toMatchObject({
      administeringRoles: [],
    })

  const reads = await preview({ csv: 'p, clerk, /api/v1/sys-user/*, GET' })
  expect(reads).toMatchObject({
    administeringRoles: [],
    closedParents: [clerkRule({ method: 'GET', path: '/api/v1/sys-user' })],
  })
  const both = {
    add: [clerkRule({ method: 'GET', path: '/shop/*' }), clerkRule({ method: 'GET', path: '/shop' })],
  }
  expect(await preview(both)).toMatchObject({ opened: [], closedParents: [] })
})

test('a rule to remove shows who loses what, how often it was used, and changes nothing', async () => {
  const result = await preview({ remove: [clerkRule(ORDER)] })
  expect(result).toMatchObject({ addedRules: 0, removedRules: 1, gainCount: 0, lossCount: 1, gains: [] })
  expect(result).toMatchObject({ keepDays: 90 })
  expect(result.roles).toEqual([{ roleKey: 'clerk', enabledUsers: 1, gainCount: 0, lossCount: 1 }])
  expect(result.losses).toMatchObject([{ ...used, lastUsedAt: expect.any(String), lastRefusedAt: null }])
  expect(Date.parse(result.recordedSince ?? '')).toBeLessThanOrEqual(Date.now())
  const { list } = await dataOf<{ list: unknown[] }>(admin.get('/policy?roleKey=clerk'))
  expect(list).toEqual([clerkRule(ORDER)])
})

test('a rule to add shows who gains what was refused before', async () => {
  const result = await preview({
    add: [clerkRule({ method: '*', path: '/api/v1/reports/*' }), clerkRule(ORDER)],
  })
  expect(result).toMatchObject({ addedRules: 1, gainCount: 1, lossCount: 0 })
  expect(result.gains).toMatchObject([{ ...refused, lastUsedAt: null, lastRefusedAt: expect.any(String) }])
})

test('the declared route is recorded, without the values of its parameters and without users', async () => {
  const result = await preview({ disableRoles: ['clerk'], add: [clerkRule(REPORT)] })
  expect(JSON.stringify(result)).not.toMatch(/sales|alice/)
  expect(result.losses.map(({ route }) => route)).toContain(ORDER.path)
})

test('a rule that covers a part of a recorded route is reported as a part', async () => {
  const { gains } = await preview({ add: [clerkRule({ method: 'GET', path: '/api/v1/reports/sales' })] })
  expect(gains).toMatchObject([{ ...refused, extent: 'part' }])
})

test('a file has rules to add and rules to remove, or it is a whole policy', async () => {
  const change = await preview({
    csv: `# a change\n+ p, clerk, ${REPORT.path}, GET\n- p, clerk, ${ORDER.path}, GET\n`,
  })
  expect(change).toMatchObject({ addedRules: 1, removedRules: 1, gains: [refused], losses: [used] })
  const whole = await preview({ csv: `p, clerk, ${REPORT.path}, GET\n`, replaceAll: true })
  expect(whole).toMatchObject({ addedRules: 1, removedRules: 7, gains: [refused], losses: [used] })
  const ofRole = await preview({ add: [clerkRule(REPORT)], replaceRoles: ['clerk'] })
  expect(ofRole).toMatchObject({ addedRules: 1, removedRules: 1, gains: [refused], losses: [used] })
})

test.each([
  ['an invalid rule', { add: [{ roleKey: 'clerk', method: 'GET', path: 'orders' }] }, 'invalid-parameters'],
  ['an invalid file', { csv: 'g, alice, admin' }, 'invalid-parameters'],
  ['an unknown role', { add: [{ ...ORDER, roleKey: 'nobody' }] }, 'role-unknown'],
  ['an unknown role to disable', { disableRoles: ['nobody'] }, 'role-unknown'],
  ['an unknown role to replace', { replaceRoles: ['clerk', 'nobody'] }, 'role-unknown'],
  ['the admin role to disable', { disableRoles: ['admin'] }, 'admin-role-fixed'],
  ['a rule to remove that does not exist', { remove: [{ ...REPORT, roleKey: 'clerk' }] }, 'rule-unknown'],
  [
    'a whole policy with rules to remove',
    { remove: [{ ...ORDER, roleKey: 'clerk' }], replaceAll: true },
    'invalid-parameters',
  ],
  [
    'a rule to add and to remove',
    { csv: `+ p, clerk, ${ORDER.path}, GET\n- p, clerk, ${ORDER.path}, GET\n` },
    'invalid-parameters',
  ],
  ['an unknown member', { removed: [{ ...ORDER, roleKey: 'clerk' }] }, 'invalid-parameters'],
  [
    'a rule of a role that is not replaced',
    { add: [{ ...ORDER, roleKey: 'deputy' }], replaceRoles: ['clerk'] },
    'invalid-parameters',
  ],
])('%s is refused', async (_, change, reason) => {
  const answer = await admin.post('/policy/preview', change)
  expect(answer.body).toMatchObject({ reason })
})

test('an operator sees only the preview of changes within the own role, and without users', async () => {
  const result = await preview({ remove: [clerkRule(ORDER)] }, deputy)
  expect(result).toMatchObject({ losses: [used], roles: [{ roleKey: 'clerk', enabledUsers: null }] })
  for (const [change, reason] of [
    [{ add: [clerkRule(REPORT)] }, 'beyond-own-role'],
    [{ add: [clerkRule({ method: '*', path: '/*' })] }, 'beyond-own-role'],
    [{ remove: [{ roleKey: 'deputy', ...ORDER }] }, 'own-role'],
    [{ add: [{ roleKey: 'admin', ...ORDER }] }, 'admin-only'],
    [{ disableRoles: ['deputy'] }, 'own-role'],
    [{ replaceAll: true }, 'own-role'],
  ] as const) {
    expect((await deputy.post('/policy/preview', change)).body).toMatchObject({ reason })
  }
})

test.each([
  ['rules to add', { add: [clerkRule(ORDER)] }, []],
  ['rules to add, with the right to remove some', { add: [clerkRule(ORDER)] }, [REMOVE, READ]],
  ['rules to remove', { remove: [clerkRule(ORDER)] }, [ADD, READ]],
  ['a file with rules to remove', { csv: `- p, clerk, ${ORDER.path}, GET` }, [ADD, READ]],
  ['the rules of a role', { replaceRoles: ['clerk'] }, [ADD, REMOVE]],
  ['the whole policy', { replaceAll: true }, [ADD, REMOVE]],
  ['a role to disable', { disableRoles: ['clerk'] }, [{ ...CHANGE_ROLE, method: 'GET' }]],
  ['an unknown role to disable', { disableRoles: ['nobody'] }, [CHANGE_ROLE]],
])('without the permission for the change, there is no preview of %s', async (_, change, rules) => {
  const caller = await guestWith(rules)
  const { body } = await caller.post('/policy/preview', change)
  expect(body).toEqual({ code: 401, msg: 'Your role does not allow this.' })
})

test.each([
  ['POST /policy', { add: [clerkRule(ORDER)] }, [ADD]],
  ['POST /policy/import', { add: [clerkRule(ORDER)] }, [IMPORT]],
  ['DELETE /policy', { remove: [clerkRule(ORDER)] }, [REMOVE]],
  ['POST /policy/change', { add: [clerkRule(REPORT)], remove: [clerkRule(ORDER)] }, [CHANGE, REPORT]],
  ['GET and DELETE /policy', { replaceRoles: ['clerk'] }, [READ, REMOVE]],
  ['PUT /role/:id', { disableRoles: ['clerk'] }, [CHANGE_ROLE]],
  ['DELETE /role', { disableRoles: ['clerk'] }, [{ method: 'DELETE', path: '/api/v1/role' }]],
])('the permission for %s allows the preview of the change', async (_, change, rules) => {
  const caller = await guestWith([ORDER, ...rules])
  expect((await caller.post('/policy/preview', change)).body).toMatchObject({ code: 200 })
})

test('a refusal reveals no rule of another role without the permission to read rules', async () => {
  const caller = await guestWith([CHANGE_ROLE, ADD, REMOVE])
  const { body } = await caller.post('/policy/preview', { disableRoles: ['clerk'] })
  expect(body).toMatchObject({ reason: 'beyond-own-role', msg: expect.not.stringContaining('orders') })
  const answers = []
  for (const rule of [ORDER, REPORT]) {
    for (const kind of ['add', 'remove'] as const)
      answers.push((await caller.post('/policy/preview', { [kind]: [clerkRule(rule)] })).body.reason)
  }
  expect(answers, 'an existing rule is refused like one that does not exist').toEqual(
    Array(4).fill('beyond-own-role'),
  )
})

test('without the permission there is no preview', async () => {
  const clerk = await loginOperator(service.base, { username: 'clerk', password: passwordOf('clerk') })
  expectRefused(await clerk.post('/policy/preview', { remove: [clerkRule(ORDER)] }), 401)
})

test('requests that a proxy asks about are recorded by their path, without ids', async () => {
  const { token } = await loggedIn('shopper', [{ method: '*', path: '/shop/*' }])
  for (const path of [
    '/shop/orders/7?size=2',
    '/shop/orders/1b4e28ba-2fa1-11d2-883f-0016d3cca427',
    '/stock/list',
  ]) {
    const headers = { 'x-original-method': 'GET', 'x-original-uri': path, authorization: `Bearer ${token}` }
    await fetch(`${service.base}/authorize`, { headers })
  }
  const { losses, gains } = await preview({
    csv: '- p, shopper, /shop/*, *\n+ p, shopper, /stock/*, GET\n',
  })
  expect(losses).toMatchObject([{ route: '/shop/orders/:id', extent: 'full', usedCount: 2 }])
  expect(gains).toMatchObject([{ route: '/stock/list', extent: 'full', refusedCount: 1 }])
})

test('paths that are made up to fill the record are limited, and those of other roles stay', async () => {
  const { token } = await loggedIn('prober', [])
  const letters = [...'abcdefghijklmnop']
  const paths = letters.flatMap((a) => letters.map((b) => `/probe/${a}${b}`))
  for (const uri of paths) {
    const headers = { 'x-original-method': 'GET', 'x-original-uri': uri, authorization: `Bearer ${token}` }
    await fetch(`${service.base}/authorize`, { headers })
  }
  const { gains, gainCount } = await preview({
    add: [{ roleKey: 'prober', method: 'GET', path: '/probe/*' }],
  })
  expect(gainCount).toBe(101)
  expect(gains[0]).toMatchObject({ route: '/probe/:id', refusedCount: 156 })
  expect((await preview({ remove: [clerkRule(ORDER)] })).losses).toMatchObject([used])
})

test('the usage of a role follows its new key, and is deleted with the role', async () => {
  const roleId = await addRole(admin, 'temp', [REPORT])
  const userId = await addUser(admin, 'tom', roleId)
  const temp = await loginOperator(service.base, { username: 'tom', password: passwordOf('tom') })
  await temp.get('/reports/sales')
  expect((await preview({ disableRoles: ['temp'] })).losses).toMatchObject([
    { roleKey: 'temp', usedCount: 1 },
  ])
  await dataOf(admin.put(`/role/${roleId}`, { roleKey: 'season' }))
  expect((await preview({ disableRoles: ['season'] })).losses).toMatchObject([
    { roleKey: 'season', usedCount: 1 },
  ])
  await dataOf(admin.remove(`/sys-user/${userId}`))
  await dataOf(admin.remove(`/role/${roleId}`))
  await addRole(admin, 'season', [REPORT])
  expect((await preview({ disableRoles: ['season'] })).losses).toEqual([])
})

test('a preview refuses the same sizes as the change: nothing, and more rules than one change can have', async () => {
  const rules = Array.from({ length: 501 }, (_, i) => clerkRule({ method: 'GET', path: `/sizes/${i}` }))
  for (const path of ['/policy/preview', '/policy/change']) {
    for (const body of [{}, { add: [], remove: [] }, { add: rules }, { remove: rules }]) {
      expectRefused(await admin.post(path, body), 400)
    }
    expectSuccess(await admin.post(path, { add: rules.slice(0, 500) }))
  }
})
