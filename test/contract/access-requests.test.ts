import { expect, test } from 'vitest'
import { createAuditLogStore } from '../../src/core/audit-log/audit-log.store.ts'
import { READS_ALL } from '../../src/core/audit-log/audit-log-reader.ts'
import type { Operator } from '../../src/core/audit-log/operator.ts'
import { createEventStore } from '../../src/core/events/event.store.ts'
import { createPolicyStore } from '../../src/core/permission/policy.store.ts'
import { createSessionStore } from '../../src/core/session/session.store.ts'
import { resolveSettings } from '../../src/core/settings/load-settings.ts'
import { ALL_USERS, onlyUser } from '../../src/core/user/list/user-scope.ts'
import { DISABLED } from '../../src/core/user/status.ts'
import { createUserStore } from '../../src/core/user/user.store.ts'
import { createAccessRequestStore } from '../../src/features/approval/access-requests/access-request.store.ts'
import type { RootDatabase } from '../../src/platform/database/database.ts'
import { deleteExpired } from '../../src/service/delete-expired.ts'
import { createClock } from '../support/clock.ts'
import { onEveryDatabase } from './stores.ts'
import { addRole, addUser, sessionOf } from './stores-data.ts'
import { administrationOf, anotherNode, OPERATOR, outcomeOf } from './stores-operators.ts'

const START = Date.UTC(2026, 10, 18, 12)
const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const PAGE = { pageIndex: 1, pageSize: 200 }
const DECIDE = { method: 'PUT', path: '/api/v1/access-request/:id' }
const RULES = [DECIDE, { method: 'PUT', path: '/api/v1/sys-user/:id' }, { method: 'GET', path: '/app/pay' }]

onEveryDatabase((place) => {
  /** A node with a clock that the test sets, alice, who may ask for the role payer, and lena, who may approve it. */
  async function start() {
    const { database } = place
    const clock = createClock(START)
    const nodeOf = (other: RootDatabase) =>
      administrationOf(other, clock.now, undefined, { requests: ['payer'] })
    const administration = nodeOf(database)
    await addUser(database, 'root')
    const [staff, payer] = [await addRole(database, 'staff'), await addRole(database, 'payer')]
    const lead = await addRole(database, 'lead')
    await createPolicyStore(database).insert([
      { roleKey: 'payer', method: 'GET', path: '/app/pay' },
      ...RULES.map((rule) => ({ roleKey: 'lead', ...rule })),
    ])
    const operatorOf = async (username: string, roleId: number): Promise<Operator> => {
      const userId = await addUser(database, username, { roleId })
      const sessionId = await createSessionStore(database).insert(sessionOf(userId, { roleId }))
      return { ...OPERATOR, userId, username, roleId, sessionId, source: 'http' }
    }
    const alice = await operatorOf('alice', staff)
    const lena = { ...(await operatorOf('lena', lead)), call: DECIDE }
    const { accessRequestAdministration: requests } = administration
    return {
      ...administration,
      database,
      clock,
      nodeOf,
      requests,
      staff,
      payer,
      alice,
      lena,
      ask: () => requests.ask(alice, { roleId: payer, hours: 2, reason: 'incident' }),
      store: createAccessRequestStore(database),
      userOf: (id: number) => createUserStore(database).find(id),
      entries: async () => (await createAuditLogStore(database).page(READS_ALL, {}, PAGE)).list,
      events: async () => (await createEventStore(database).page({}, PAGE)).list,
    }
  }

  test('an approval gives the role until its hours have passed, as the approver, in one transaction', async () => {
    const { clock, requests, alice, lena, payer, staff, ask, userOf, entries, events } = await start()
    const { id } = await ask()
    clock.advance(HOUR_MS)
    expect(await requests.decide(lena, id, { decision: 'approve' })).toMatchObject({
      status: 'approved',
      decidedBy: 'lena',
      decidedAt: new Date(START + HOUR_MS).toISOString(),
    })
    expect(await userOf(alice.userId)).toMatchObject({
      roleId: payer,
      formerRoleId: staff,
      roleUntil: new Date(START + 3 * HOUR_MS).toISOString(),
    })
    expect((await entries()).toReversed()).toMatchObject([
      { action: 'user.request-role', operator: 'alice', target: 'alice' },
      { action: 'user.update', operator: 'lena', target: 'alice' },
      { action: 'user.request-approve', operator: 'lena', target: 'alice' },
    ])
    expect((await events()).map(({ kind }) => kind).toSorted()).toEqual([
      'access.decided',
      'access.requested',
    ])
  })

  test('of decisions at once on two nodes, one counts, and a refused one leaves nothing', async () => {
    const { database, requests, nodeOf, alice, lena, payer, staff, ask, userOf, entries, store, clock } =
      await start()
    const { id } = await ask()
    const there = nodeOf(await anotherNode(place)).accessRequestAdministration
    const outcomes = await Promise.all(
      [requests, there, requests, there].flatMap((node, n) => [
        outcomeOf(node.decide(n % 2 === 0 ? lena : OPERATOR, id, { decision: 'approve' })),
        outcomeOf(node.decide(lena, id, { decision: 'refuse' })),
        outcomeOf(node.withdraw(alice, id)),
      ]),
    )
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
    expect(new Set(outcomes)).toEqual(new Set(['done', 'request-decided', ...revokedIn(outcomes)]))
    const request = await store.find(ALL_USERS, id, clock.now())
    const isApproved = request?.status === 'approved'
    expect((await userOf(alice.userId))?.roleId).toBe(isApproved ? payer : staff)
    expect(await entries()).toHaveLength(isApproved ? 3 : 2)
    const events = await database.selectFrom('events').selectAll().execute()
    expect(events).toHaveLength(request?.status === 'withdrawn' ? 1 : 2)
  })

  test.each<[string, (administration: Awaited<ReturnType<typeof start>>) => object, string]>([
    ['loses the role', ({ staff }) => ({ roleId: staff }), 'permission-denied'],
    ['is disabled', () => ({ status: DISABLED }), 'token-revoked'],
  ])('an approver who %s while the approval waits approves nothing', async (_, change, reason) => {
    const fixture = await start()
    const { operations, nodeOf, alice, lena, staff, ask, userOf, store, clock } = fixture
    const { id } = await ask()
    const there = nodeOf(await anotherNode(place)).accessRequestAdministration
    let approval: Promise<string> | undefined
    await operations.run(OPERATOR, async ({ transaction, at }) => {
      // It waits for the lock of changes, which this transaction has.
      approval = outcomeOf(there.decide(lena, id, { decision: 'approve' }))
      await createUserStore(transaction).change(lena.userId, change(fixture), at)
      return {}
    })
    expect(await approval).toBe(reason)
    expect(await userOf(alice.userId)).toMatchObject({ roleId: staff, roleUntil: null })
    expect(await store.find(ALL_USERS, id, clock.now())).toMatchObject({ status: 'waiting' })
  })

  test('a request expires in the time of the database, and is deleted with the user or after 90 days', async () => {
    const { database, clock, requests, lena, alice, payer, userAdministration, ask, store } = await start()
    const { id } = await ask()
    clock.advance(DAY_MS - 1)
    expect((await store.page(ALL_USERS, { status: 'waiting' }, PAGE, clock.now())).list).toMatchObject([
      { id },
    ])
    clock.advance(1)
    expect((await store.page(ALL_USERS, { status: 'waiting' }, PAGE, clock.now())).list).toEqual([])
    expect((await store.page(ALL_USERS, { status: 'expired' }, PAGE, clock.now())).list).toMatchObject([
      { id, status: 'expired' },
    ])
    expect(await outcomeOf(requests.decide(lena, id, { decision: 'refuse' }))).toBe('request-decided')
    await deleteExpired(database, clock.now() + 90 * DAY_MS, resolveSettings({}))
    expect(await store.find(ALL_USERS, id, clock.now())).toMatchObject({ id })
    await deleteExpired(database, clock.now() + 90 * DAY_MS + 1, resolveSettings({}))
    expect(await store.find(ALL_USERS, id, clock.now())).toBeUndefined()
    const request = { userId: alice.userId, roleId: payer, hours: 1, reason: 'x', stateHash: 'x' }
    await store.insert(request, clock.now())
    await userAdministration.remove(OPERATOR, [alice.userId])
    expect(await database.selectFrom('access_requests').select('id').execute()).toEqual([])
  })

  test('pages count and contain the requests of users in the scope, in both orders', async () => {
    const { store, payer, alice, lena } = await start()
    const ids: number[] = []
    for (const { userId } of [alice, lena, alice]) {
      const request = { userId, roleId: payer, hours: 1, reason: '申请 ✓', stateHash: 'x' }
      ids.push(await store.insert(request, START))
    }
    const [first, second, third] = ids
    const idsOf = async (...given: Parameters<typeof store.page>) => {
      const { list, count } = await store.page(...given)
      return [count, ...list.map(({ id }) => id)]
    }
    expect(await idsOf(ALL_USERS, {}, PAGE, START)).toEqual([3, third, second, first])
    expect(await idsOf(ALL_USERS, {}, PAGE, START, 'oldest-first')).toEqual([3, ...ids])
    const scope = onlyUser(alice.userId)
    expect(await idsOf(scope, { status: 'waiting' }, PAGE, START)).toEqual([2, third, first])
    expect(await idsOf(scope, {}, { pageIndex: 2, pageSize: 1 }, START)).toEqual([2, first])
    expect(await idsOf({ kind: 'none' }, {}, PAGE, START)).toEqual([0])
    expect(await idsOf(ALL_USERS, { userId: lena.userId, roleKey: 'payer' }, PAGE, START)).toEqual([
      1,
      second,
    ])
    expect(await idsOf(ALL_USERS, { roleKey: 'another' }, PAGE, START)).toEqual([0])
    expect(await store.ofUser(alice.userId, START)).toMatchObject([
      { id: third, reason: '申请 ✓', roleKey: 'payer' },
      { id: first },
    ])
  })
})

/** After the approval, the session of the user has ended, so the withdrawal is refused in another way. */
function revokedIn(outcomes: readonly string[]): readonly string[] {
  return outcomes.includes('token-revoked') ? ['token-revoked'] : []
}
