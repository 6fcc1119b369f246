import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createUsageStore, type UsageStore } from '../../src/features/policy/usage/usage.store.ts'
import { GAP } from '../../src/features/policy/usage/usage.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { createDeputyFixture } from '../support/deputy-fixture.ts'
import { expectRefused } from '../support/expectations.ts'
import {
  addRole,
  addUser,
  dataOf,
  listOf,
  loginOperator,
  type Operator,
  operatorWith,
  passwordOf,
  type Thing,
} from '../support/operator.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let admin: Operator

const fixture = await createDeputyFixture()
afterAll(fixture.close)
const base = fixture.service.base

// Tests set the clock forward, which ends sessions.
beforeEach(async () => {
  admin = await loginOperator(base)
})

let ahead = 0
function advance(milliseconds: number): void {
  ahead += milliseconds
  fixture.service.advance(milliseconds)
}

const cleanUp = (report: string, body: Thing = { all: true }, operator = admin) =>
  operator.post(`/report/${report}/clean-up`, body)

async function auditEntriesOf(work: () => Promise<unknown>): Promise<Thing[]> {
  const [last] = await listOf(admin, '/audit-log?pageSize=1')
  await work()
  const entries = await listOf(admin, '/audit-log?pageSize=50')
  return entries.filter(({ id }) => Number(id) > Number(last?.id ?? 0))
}

const grant = (method: string, path: string) => ({ path, method })
const rule = (roleKey: string, method: string, path: string) => ({ roleKey, path, method })

test('covered rules are listed with the covering rule, and removed with one audit log entry', async () => {
  const wide = rule('shop', '*', '/app/shop/*')
  const narrow = rule('shop', 'GET', '/app/shop/a')
  const exact = rule('shop', 'PUT', '/app/shop/:id')
  await addRole(admin, 'shop', [narrow, exact, wide])
  const listed = await listOf(admin, '/report/covered-rules?pageSize=200')
  const ofShop = listed.filter(({ roleKey }) => roleKey === 'shop')
  expect(ofShop).toEqual([
    { ...narrow, coveredBy: wide },
    { ...exact, coveredBy: wide },
  ])

  const outdated = await cleanUp('covered-rules', { rules: [narrow, wide] })
  expectRefused(outdated, 409)
  expect(outdated.body.msg).toContain('shop * /app/shop/*')
  const entries = await auditEntriesOf(async () => {
    const result = await dataOf(cleanUp('covered-rules', { rules: [narrow, exact, narrow] }))
    expect(result).toEqual({ done: 2, left: listed.length - 2 })
  })
  expect(entries).toMatchObject([
    {
      action: 'policy.remove',
      target: 'shop',
      before: { rules: ofShop },
      after: { report: 'covered-rules' },
    },
  ])
  expect(await listOf(admin, '/policy?roleKey=shop')).toEqual([wide])
})

test('with all, everything in the report is cleaned up, and nothing is not a change', async () => {
  await addRole(admin, 'twice', [grant('GET', '/app/x/:a'), grant('GET', '/app/x/:b')])
  const { count } = await dataOf(admin.get('/report/covered-rules'))
  expect(count).toBeGreaterThan(0)
  expect(await dataOf(cleanUp('covered-rules'))).toEqual({ done: count, left: 0 })
  expect(await listOf(admin, '/policy?roleKey=twice')).toEqual([rule('twice', 'GET', '/app/x/:a')])
  const entries = await auditEntriesOf(async () => {
    expect(await dataOf(cleanUp('covered-rules'))).toEqual({ done: 0, left: 0 })
  })
  expect(entries).toEqual([])
})

test('roles with the same rights are merged: users move, their sessions end, the others are deleted', async () => {
  const rules = [grant('GET', '/app/merge/:id')]
  const kept = await addRole(admin, 'merge-kept', rules)
  const removed = await addRole(admin, 'merge-removed', [grant('GET', '/app/merge/:other')])
  for (const name of ['mia', 'mo']) await addUser(admin, name, kept)
  const moved = await addUser(admin, 'max', removed)
  const max = await loginOperator(base, { username: 'max', password: passwordOf('max') })
  await dataOf(max.get('/getinfo'))
  const [group] = (await listOf(admin, '/report/same-rights?pageSize=200')).filter(
    ({ keep }) => (keep as Thing).roleId === kept,
  )
  expect(group).toMatchObject({
    keep: { roleKey: 'merge-kept', users: 2 },
    remove: [{ roleKey: 'merge-removed', users: 1 }],
    removeCount: 1,
  })

  const merges = [{ keep: kept, remove: [removed] }]
  const wrong = [
    [{ keep: kept, remove: [1] }],
    [{ keep: 1, remove: [removed] }],
    [{ keep: kept, remove: [kept] }],
    [
      { keep: kept, remove: [removed] },
      { keep: removed, remove: [kept] },
    ],
  ]
  for (const body of wrong) expectRefused(await cleanUp('same-rights', { merges: body }), 409)
  const entries = await auditEntriesOf(() => dataOf(cleanUp('same-rights', { merges })))
  expect(entries).toMatchObject([
    {
      action: 'role.merge',
      target: 'merge-removed → merge-kept',
      before: { merges: [{ keep: 'merge-kept', removed: [{ userIds: [moved] }] }] },
    },
  ])
  expectRefused(await max.get('/getinfo'), 401)
  expectRefused(await admin.get(`/role/${removed}`), 404)
  expect(await listOf(admin, '/policy?roleKey=merge-removed')).toEqual([])
  expect(await dataOf(admin.get(`/sys-user/${moved}`))).toMatchObject({ roleId: kept })
  const again = await loginOperator(base, { username: 'max', password: passwordOf('max') })
  await dataOf(again.get('/getinfo'))
})

test('roles without users are deleted with their rules and one audit log entry', async () => {
  const empty = await addRole(admin, 'empty', [grant('GET', '/app/empty')])
  const other = await addRole(admin, 'other-empty', [], { dataScope: '5' })
  const early = await addRole(admin, 'early', [], { dataScope: '5' })
  const granted = await addRole(admin, 'granted', [], { dataScope: '5' })
  const list = () => listOf(admin, '/report/unused-roles?days=2&pageSize=200')
  expect((await list()).map(({ roleKey }) => roleKey)).not.toContain('empty')
  expectRefused(await cleanUp('unused-roles', { days: 2, roleIds: [empty] }), 409)
  advance(3 * DAY_MS)
  admin = await loginOperator(base)
  await dataOf(admin.put(`/role/${early}`, { roleName: 'Renamed' }))
  await dataOf(admin.post('/policy', { rules: [rule('granted', 'GET', '/app/granted')] }))
  const listed = await list()
  for (const id of [early, granted])
    expectRefused(await cleanUp('unused-roles', { days: 2, roleIds: [id] }), 409)
  expect(listed.map(({ roleKey }) => roleKey)).toEqual(expect.arrayContaining(['empty', 'other-empty']))
  expect(listed.map(({ roleKey }) => roleKey)).not.toContain('admin')
  expect(listed.filter(({ roleKey }) => ['early', 'granted'].includes(String(roleKey)))).toEqual([])
  expectRefused(await cleanUp('unused-roles', { days: 2, roleIds: [empty, 1] }), 409)
  await recordUsageOf('empty')
  const entries = await auditEntriesOf(() =>
    dataOf(cleanUp('unused-roles', { days: 2, roleIds: [empty, other] })),
  )
  // A new role with the same key must not get it.
  expect(await usagesOf('empty')).toEqual([])
  expect(entries).toMatchObject([
    { action: 'role.delete', target: 'empty, other-empty', after: { report: 'unused-roles', days: 2 } },
  ])
  expect(entries[0]?.before).toMatchObject({
    removed: [{ role: { roleKey: 'empty' }, rules: [rule('empty', 'GET', '/app/empty')] }, { rules: [] }],
  })
  expectRefused(await admin.get(`/role/${empty}`), 404)
})

test('a new role does not get the usage of a merged role with the same key', async () => {
  const kept = await addRole(admin, 'usage-kept', [grant('GET', '/app/usage')])
  const merged = await addRole(admin, 'usage-merged', [grant('GET', '/app/usage')])
  await addUser(admin, 'una', kept)
  for (const roleKey of ['usage-kept', 'usage-merged']) await recordUsageOf(roleKey)
  await dataOf(cleanUp('same-rights', { merges: [{ keep: kept, remove: [merged] }] }))
  expect(await usagesOf('usage-merged')).toEqual([])
  expect(await usagesOf('usage-kept')).toHaveLength(1)
})

const usagesOf = (roleKey: string) => withUsageStore((store) => store.list({ roleKey }))

function recordUsageOf(roleKey: string): Promise<void> {
  const at = Date.now() + ahead
  const call = { roleKey, method: 'GET', route: '/app/z', allowed: true, count: 1 }
  return withUsageStore((store) => store.add([{ ...call, firstUsedAt: at, lastUsedAt: at }]))
}

test('an operator cleans up only what the own role allows, and never the own role', async () => {
  await fixture.service.context.policyAdministration.add([
    rule('deputy', '*', '/api/v1/report/*'),
    rule('deputy', 'GET', '/app/shop/b'),
  ])
  await addRole(admin, 'beyond', [grant('GET', '/beyond/*'), grant('GET', '/beyond/a')])
  await addRole(admin, 'beyond-too', [grant('GET', '/beyond/*')])
  await fixture.createRoleWithUser('clerk', '5', [
    ['GET', '/app/report/:id'],
    ['GET', '/app/report/7'],
  ])
  await fixture.createRoleWithUser('deputy-copy', '4', [
    ['GET', '/app/shop/*'],
    ['GET', '/app/shop/c'],
  ])
  advance(2 * DAY_MS)
  admin = await loginOperator(base)
  const token = await fixture.login('deputy')
  const refused = (report: string, body: object) =>
    fixture.expectRequestRefused(token, 'POST', `/report/${report}/clean-up`, body)
  const [beyond, beyondToo] = [await fixture.role('beyond'), await fixture.role('beyond-too')]

  await refused('covered-rules', { all: true })
  await refused('covered-rules', { rules: [rule('beyond', 'GET', '/beyond/a')] })
  await refused('covered-rules', { rules: [rule('deputy', 'GET', '/app/shop/b')] })
  await refused('same-rights', { merges: [{ keep: beyond, remove: [beyondToo] }] })
  expect(await refused('unused-roles', { days: 1, roleIds: [beyond] })).not.toContain(
    'is no longer in this report',
  )
  const body = { rules: [rule('clerk', 'GET', '/app/report/7')] }
  await fixture.expectRequestAccepted(token, 'POST', '/report/covered-rules/clean-up', body)
  const deputy = operatorWith(base, token)
  expect((await dataOf(deputy.get('/report/covered-rules'))).count).toBeGreaterThan(0)
  const clerk = operatorWith(base, await fixture.login('clerk'))
  for (const report of ['unused-rules', 'covered-rules', 'same-rights', 'unused-roles', 'idle-users']) {
    expectRefused(await clerk.get(`/report/${report}`), 401)
    expectRefused(await cleanUp(report, { days: 1 }, clerk), 401)
  }
})

test('idle users are disabled with one audit log entry; one admin always remains', async () => {
  const guest = await addRole(admin, 'guest', [], { dataScope: '5' })
  const never = await addUser(admin, 'nora', guest)
  const once = await addUser(admin, 'otto', guest)
  await addUser(admin, 'dora', guest, { status: '1' })
  const otherAdmin = await addUser(admin, 'second', 1)
  advance(10 * DAY_MS)
  await loginOperator(base, { username: 'otto', password: passwordOf('otto') })
  advance(25 * DAY_MS)
  const fresh = await loginOperator(base)
  admin = fresh
  const named = async (days: number) =>
    (await listOf(admin, `/report/idle-users?days=${days}&pageSize=200`)).map(({ username }) => username)
  const idle = await named(30)
  expect(idle).toEqual(expect.arrayContaining(['nora', 'second', 'deputy']))
  expect(idle.filter((name) => ['otto', 'dora', 'admin'].includes(String(name)))).toEqual([])
  expect(await named(20)).toContain('otto')
  expect(await named(41)).toEqual([])

  const self = Number((await dataOf(admin.get('/getinfo'))).userId)
  for (const userIds of [[self], [never, once], [never, 999_999]])
    expectRefused(await cleanUp('idle-users', { days: 30, userIds }), 409)
  const entries = await auditEntriesOf(async () => {
    const body = { days: 20, userIds: [never, once, otherAdmin] }
    expect(await dataOf(cleanUp('idle-users', body))).toMatchObject({ done: 3 })
  })
  expect(entries).toMatchObject([
    {
      action: 'user.disable',
      target: 'nora, otto, second',
      before: { users: [{ username: 'nora', lastLoginTime: null }, { userId: once }, {}] },
      after: { report: 'idle-users', days: 20, status: '1' },
    },
  ])
  expect(await dataOf(admin.get(`/sys-user/${never}`))).toMatchObject({ status: '1' })
  await dataOf(admin.put(`/sys-user/${once}`, { status: '2' }))
  expect(await named(20)).not.toContain('otto')
  expectRefused(await cleanUp('idle-users', { days: 20, userIds: [once] }), 409)
  advance(21 * DAY_MS)
  admin = await loginOperator(base)
  expect(await named(20)).toContain('otto')
  expectRefused(
    await admin.post('/login', { username: 'nora', password: passwordOf('nora'), code: 'ACE34', uuid: 'x' }),
    400,
  )
})

test('the report leaves out the last admin, also for an operator who is not an admin', async () => {
  const first = operatorWith(base, await fixture.login('deputy'))
  advance(40 * DAY_MS)
  expectRefused(await first.get('/report/idle-users'), 401)
  const deputy = operatorWith(base, await fixture.login('deputy'))
  const listed = await listOf(deputy, '/report/idle-users?days=30&pageSize=200')
  expect(listed.map(({ username }) => username)).not.toContain('admin')
  await fixture.expectRequestRefused(deputy.token, 'POST', '/report/idle-users/clean-up', {
    days: 30,
    userIds: [await fixture.user('admin')],
  })
})

test('rules without a recorded use are removed with one audit log entry, but never used or new ones', async () => {
  const used = rule('used', 'GET', '/app/used/:id')
  const [covering, unused, other, fresh, old, edited] = [
    rule('used', '*', '/app/used/*'),
    rule('used', 'GET', '/app/unused'),
    rule('used', 'PUT', '/app/used/:id'),
    rule('used', 'GET', '/app/fresh'),
    rule('used', 'GET', '/app/old'),
    rule('used', 'GET', '/app/edited'),
  ]
  await addRole(admin, 'used', [used, covering, unused, other, old])
  await addRole(admin, 'renamed', [grant('GET', '/app/unused')])
  advance(100 * DAY_MS)
  admin = await loginOperator(base)
  await dataOf(admin.put(`/role/${await fixture.role('renamed')}`, { roleKey: 'renamed-lately' }))
  const copy = { roleKey: 'copied-lately', roleName: 'Copied' }
  await dataOf(admin.post(`/role/${await fixture.role('used')}/copy`, copy))
  await dataOf(admin.post('/policy', { rules: [fresh] }))
  await dataOf(admin.post('/policy/change', { add: [edited], remove: [old] }))

  const now = Date.now() + ahead
  await recordUsage({ route: '/app/used/:number', firstUsedAt: now - 85 * DAY_MS, lastUsedAt: now - DAY_MS })
  await recordUsage({
    route: '/app/unused',
    firstUsedAt: now - 85 * DAY_MS,
    lastUsedAt: now - 82 * DAY_MS,
  })
  const page = await dataOf<Thing & { list: Thing[] }>(admin.get('/report/unused-rules?days=80&pageSize=200'))
  expect(page).toMatchObject({ isRecorded: true, recordedSince: expect.any(String), incompleteRoles: [] })
  const ofRole = page.list.filter(({ roleKey }) =>
    ['used', 'renamed-lately', 'copied-lately'].includes(String(roleKey)),
  )
  expect(ofRole).toEqual([
    { ...unused, lastUsedAt: new Date(now - 82 * DAY_MS).toISOString() },
    { ...other, lastUsedAt: null },
  ])
  expect(page.list.map(({ roleKey }) => roleKey)).not.toContain('admin')
  // Usage is kept for 90 days.
  expect(await dataOf(admin.get('/report/unused-rules?days=91'))).toMatchObject({
    isRecorded: false,
    count: 0,
  })

  for (const one of [used, covering, fresh, edited])
    expectRefused(await cleanUp('unused-rules', { days: 80, rules: [unused, one] }), 409)
  const entries = await auditEntriesOf(async () => {
    expect(await dataOf(cleanUp('unused-rules', { days: 80, rules: [unused, other] }))).toMatchObject({
      done: 2,
    })
  })
  expect(entries).toMatchObject([
    {
      action: 'policy.remove',
      target: 'used',
      before: { rules: ofRole },
      after: { report: 'unused-rules', days: 80 },
    },
  ])
  const left = await listOf(admin, '/policy?roleKey=used&pageSize=200')
  expect(left).toHaveLength(4)
  expect(left).toEqual(expect.arrayContaining([used, covering, fresh, edited]))

  await addRole(admin, 'gap', [])
  await dataOf(admin.post('/policy', { rules: [rule('gap', 'GET', '/app/gap')] }))
  const gap = { roleKey: 'gap', method: GAP, route: GAP, allowed: true, count: 1 }
  await withUsageStore((store) => store.add([{ ...gap, firstUsedAt: now, lastUsedAt: now }]))
  const incomplete = await dataOf(admin.get('/report/unused-rules?days=80'))
  expect(incomplete).toMatchObject({ isRecorded: true, incompleteRoles: ['gap'] })
  expect(await withUsageStore((store) => store.list({ roleKey: 'gap' }))).toEqual([])
})

function recordUsage(usage: { route: string; firstUsedAt: number; lastUsedAt: number }): Promise<void> {
  return withUsageStore((store) =>
    store.add([{ roleKey: 'used', method: 'GET', allowed: true, count: 1, ...usage }]),
  )
}

async function withUsageStore<T>(work: (store: UsageStore) => Promise<T>): Promise<T> {
  const handle = await openDatabase(`sqlite:${join(fixture.service.dataDir, 'castellan.db')}`)
  try {
    return await work(createUsageStore(handle.database))
  } finally {
    await handle.close()
  }
}

test('of a large group of roles with the same rights, as many are listed as one clean-up merges', async () => {
  const keys = Array.from({ length: 103 }, (_, number) => `bulk-${number}`)
  for (const key of keys) await addRole(admin, key)
  await dataOf(admin.post('/policy', { rules: keys.map((key) => rule(key, 'GET', '/app/bulk/:id')) }))
  const groupOfBulk = async () =>
    (await listOf(admin, '/report/same-rights?pageSize=200')).find(
      ({ keep }) => (keep as Thing).roleKey === 'bulk-0',
    ) as { keep: Thing; remove: readonly Thing[]; removeCount: number } | undefined
  const group = await groupOfBulk()
  expect([group?.remove.length, group?.removeCount]).toEqual([100, 102])
  const merge = { keep: group?.keep.roleId, remove: group?.remove.map(({ roleId }) => roleId) }
  expect(await dataOf(cleanUp('same-rights', { merges: [merge] }))).toMatchObject({ done: 100 })
  const rest = await groupOfBulk()
  expect(rest?.remove.map(({ roleKey }) => roleKey)).toEqual(['bulk-101', 'bulk-102'])
  expect(rest?.removeCount).toBe(2)
  await dataOf(cleanUp('same-rights'))
})

test('the number of days, the page and the selection are limited', async () => {
  for (const days of ['0', '-1', '3651', '1e3', 'x'])
    expectRefused(await admin.get(`/report/idle-users?days=${days}`), 400)
  expectRefused(await cleanUp('idle-users', {}), 400)
  expectRefused(await cleanUp('idle-users', { days: 0 }), 400)
  expectRefused(await cleanUp('idle-users', { days: 30, userIds: [] }), 400)
  const many = Array.from({ length: 5001 }, (_, index) => index + 1)
  expectRefused(await cleanUp('idle-users', { days: 30, userIds: many }), 400)
  expectRefused(await cleanUp('unused-roles', {}), 400)
  expectRefused(await cleanUp('unused-roles', { days: 30, roleIds: many.slice(0, 101) }), 400)
  const merges = [many.slice(0, 100), [101]].map((remove) => ({ keep: 1, remove }))
  const tooMany = await cleanUp('same-rights', { merges })
  expectRefused(tooMany, 400)
  expect(tooMany.body.msg).toContain('at most 100 roles')
  expectRefused(await cleanUp('covered-rules', { rules: [{ roleKey: 'a' }] }), 400)
  const page = await dataOf(admin.get('/report/idle-users?days=1&pageSize=1&pageIndex=2'))
  expect(page).toMatchObject({ pageIndex: 2, pageSize: 1 })
  expect((page.list as Thing[]).length).toBeLessThan(2)
})

test('a service account without a login is an idle user with its owner', async () => {
  const roleId = await addRole(admin, 'idle-robot')
  const { userId } = await dataOf(admin.post('/service-account', { username: 'idle-bot', roleId }))
  advance(91 * DAY_MS)
  admin = await loginOperator(base)
  const idle = await listOf(admin, '/report/idle-users?pageSize=200')
  expect(idle.find(({ username }) => username === 'idle-bot')).toMatchObject({ userId, owner: 'admin' })
  expect(idle.filter(({ username }) => username !== 'idle-bot').every(({ owner }) => owner === null)).toBe(
    true,
  )
  await dataOf(cleanUp('idle-users', { days: 90, userIds: [userId] }))
  expect(await dataOf(admin.get(`/sys-user/${userId}`))).toMatchObject({ status: '1' })
})
