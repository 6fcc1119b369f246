import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { appendToAuditLog, createAuditLogStore } from '../../src/core/audit-log/audit-log.store.ts'
import { appendEvent, createEventStore } from '../../src/core/events/event.store.ts'
import type { NewEvent } from '../../src/core/events/event.ts'
import { createEventWindows, deleteEndedWindows } from '../../src/core/events/event-window.store.ts'
import { createLoginLogStore } from '../../src/core/login-log/login-log.store.ts'
import { createLoginLogRemovalStore } from '../../src/core/login-log/login-log-removal.store.ts'
import { type KeySet, keySetOf, scheduleOf } from '../../src/core/token/keys/key-schedule.ts'
import { secretTokenKey } from '../../src/core/token/token-key.ts'
import { createEventReadStore } from '../../src/features/monitoring/events/event-read.store.ts'
import { createKeyEvents } from '../../src/features/monitoring/events/key-events.ts'
import { createLoginEvents } from '../../src/features/monitoring/events/login-events.ts'
import { createWebhookStore } from '../../src/features/monitoring/events/webhooks/webhook.store.ts'
import { createLogVerification } from '../../src/features/monitoring/log-verification/log-verification.ts'
import type { RootDatabase } from '../../src/platform/database/database.ts'
import { inTransaction } from '../../src/platform/database/query/transaction.ts'
import { onEveryDatabase } from './stores.ts'
import { AT, logEntry } from './stores-data.ts'
import { administrationOf, anotherNode, OPERATOR } from './stores-operators.ts'

const HOUR_MS = 60 * 60 * 1000
const removed = (kid: string): NewEvent => ({ kind: 'key.removed', fields: { kid } })

onEveryDatabase((place) => {
  const store = () => createEventStore(place.database)
  const append = (event: NewEvent, at = AT, database = place.database) =>
    inTransaction(database, (transaction) => appendEvent(transaction, event, at))
  const kinds = async () => (await store().after(0, 1000)).map(({ kind }) => kind)

  test('each user has read the events up to one, which never moves back', async () => {
    const reads = createEventReadStore(place.database)
    expect(await reads.lastRead(1)).toBe(0)
    await reads.markRead(1, 7)
    await reads.markRead(1, 3)
    await reads.markRead(2, 4)
    expect([await reads.lastRead(1), await reads.lastRead(2)]).toEqual([7, 4])
    await reads.markRead(1, 9)
    expect(await reads.lastRead(1)).toBe(9)
  })

  test('ids increase without gaps, also of concurrent transactions and after one that failed', async () => {
    const other = await anotherNode(place)
    const failing = inTransaction(place.database, async (transaction) => {
      await appendEvent(transaction, removed('x'), AT)
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    const both = [place.database, other]
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => append(removed('k'), AT, both[index % 2] ?? other)),
    )
    expect((await store().after(0, 100)).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(await store().latestId()).toBe(10)
    expect((await store().after(8, 1)).map(({ id }) => id)).toEqual([9])
  })

  test('an event belongs to the transaction of the change', async () => {
    const { userAdministration } = administrationOf(place.database)
    const user = { username: 'anna', password: 'the password of anna', roleId: 1 }
    await userAdministration.add(OPERATOR, user)
    await expect(userAdministration.add(OPERATOR, user)).rejects.toThrow()
    expect(await kinds()).toEqual(['admin.granted'])
  })

  test('any text is stored as it is, and a changed row does no harm', async () => {
    await append(removed('’"\\ 王小明 \u{1f3f0}'))
    expect((await store().after(0, 1))[0]).toMatchObject({ fields: { kid: '’"\\ 王小明 \u{1f3f0}' } })
    await sql`update events set fields = ${'[{"a":1}, null'}, kind = ${'other'}`.execute(place.database)
    expect((await store().after(0, 1))[0]).toMatchObject({ kind: 'other', text: '', fields: {} })
  })

  test('old events, and the oldest above the maximum of each class, are deleted', async () => {
    const network = (name: string): NewEvent => ({
      kind: 'login.network-blocked',
      fields: { network: name, failures: 1 },
    })
    await append(removed('old'), AT - 1)
    for (const kid of ['a', 'b']) await append(removed(kid))
    for (const name of ['1', '2', '3', '4']) await append(network(name))
    await store().deleteExpired(AT, 3)
    expect((await store().after(0, 100)).map(({ id }) => id)).toEqual([2, 3, 5, 6, 7])
    expect(await store().latestId()).toBe(7)
    const page = await store().page({ kind: 'key.removed' }, { pageIndex: 1, pageSize: 1 })
    const [listed] = page.list
    expect(await store().page({ id: listed?.id }, { pageIndex: 1, pageSize: 9 })).toMatchObject({
      list: [listed],
      count: 1,
    })
    expect(page).toMatchObject({ count: 2, list: [{ id: 3 }] })
    expect(await store().page({ severity: 'critical' }, { pageIndex: 1, pageSize: 1 })).toMatchObject({
      count: 0,
      list: [],
    })
  })

  describe('windows', () => {
    const inWindows = <T>(
      work: (windows: ReturnType<typeof createEventWindows>) => Promise<T>,
      database: RootDatabase = place.database,
    ) => inTransaction(database, (transaction) => work(createEventWindows(transaction)))

    test('count, end, and are deleted', async () => {
      const count = (at: number) => inWindows((windows) => windows.count(['a', 'b'], 1000, at))
      expect(await count(AT)).toEqual({ number: 1, endsAt: AT + 1000 })
      expect(await count(AT + 999)).toEqual({ number: 2, endsAt: AT + 1000 })
      expect(await count(AT + 1000)).toEqual({ number: 1, endsAt: AT + 2000 })
      // A clock that was set back.
      expect(await count(AT - 5000)).toEqual({ number: 1, endsAt: AT - 4000 })
      expect(await inWindows((windows) => windows.isFirst(['forever']))).toBe(true)
      await deleteEndedWindows(place.database, AT)
      const left = await place.database.selectFrom('event_windows').selectAll().execute()
      expect(left).toHaveLength(1)
    })

    test('of concurrent calls, one is the first', async () => {
      const other = await anotherNode(place)
      const databases = [place.database, other, place.database, other]
      const outcomes = await Promise.all(
        databases.map((database) => inWindows((windows) => windows.isFirst(['once']), database)),
      )
      expect(outcomes.filter(Boolean)).toHaveLength(1)
    })
  })

  test('events of failed logins have a maximum per hour', async () => {
    const events = createLoginEvents({
      database: place.database,
      maxFailures: 1,
      windowMinutes: 60,
      now: () => AT,
    })
    for (let i = 0; i < 105; i++)
      await events.failed({ username: `user-${i}`, address: '10.0.0.1', network: '10.0.0.1' })
    const all = await kinds()
    expect(all.filter((kind) => kind === 'login.failures')).toHaveLength(100)
    expect(all.slice(100)).toEqual(['login.suppressed'])
  })

  test('each change of the keys is one event, whichever nodes see it, and none at the first start', async () => {
    const other = await anotherNode(place)
    const a = await keyOf('a')
    const b = await keyOf('b')
    let current: KeySet = setOf([a])
    const keys = () => current
    const nodes = [place.database, other].map((database) =>
      createKeyEvents({ database, keys, now: () => AT }),
    )
    const runAll = () => Promise.all(nodes.map((run) => run()))
    await runAll()
    expect(await kinds()).toEqual([])
    current = setOf([a, b])
    await runAll()
    expect(await kinds()).toEqual(['key.added', 'key.signing'])
    current = setOf([{ ...a, isRemoved: true }, b])
    await runAll()
    // A node that starts later sees the same keys.
    await createKeyEvents({ database: place.database, keys, now: () => AT })()
    expect((await store().after(2, 10)).map(({ kind, fields }) => [kind, fields])).toEqual([
      ['key.removed', { kid: 'a' }],
    ])
    expect((await store().after(0, 2)).map(({ fields }) => fields.kid)).toEqual(['b', 'b'])
  })

  test('a key that comes back, a signer that changes back and a deleted file are events, an expired key is none', async () => {
    const [a, b] = [await keyOf('a'), await keyOf('b')]
    let current: KeySet = setOf([a, b])
    const run = createKeyEvents({ database: place.database, keys: () => current, now: () => AT })
    await run()
    const eventsOf = async (next: KeySet) => {
      const last = await store().latestId()
      current = next
      await run()
      return (await store().after(last, 10)).map(({ kind, fields }) => `${kind} ${fields.kid}`)
    }
    const withoutB = [a, { ...b, isRemoved: true }]
    expect(await eventsOf(setOf(withoutB))).toEqual(['key.signing a', 'key.removed b'])
    expect(await eventsOf(setOf([a, b]))).toEqual(['key.added b', 'key.signing b'])
    expect(await eventsOf(setOf(withoutB))).toEqual(['key.signing a', 'key.removed b'])
    expect(await eventsOf(setOf([a]))).toEqual([])
    expect(await eventsOf(setOf([a, b]))).toEqual(['key.added b', 'key.signing b'])
    // The file of b was deleted by hand.
    expect(await eventsOf(setOf([a]))).toEqual(['key.signing a', 'key.removed b'])
    expect(await eventsOf(setOf([a, b]))).toEqual(['key.added b', 'key.signing b'])
    expect(await eventsOf(setOf([a, b], 10_000_000))).toEqual([])
  })

  describe('the verification of the logs', () => {
    async function fill(): Promise<void> {
      const loginLog = createLoginLogStore(place.database)
      await loginLog.insertMany(['a', 'b', 'c', 'd'].map((key) => logEntry(key)))
      for (const target of ['x', 'y', 'z']) {
        await inTransaction(place.database, (transaction) =>
          appendToAuditLog(transaction, OPERATOR, [{ action: 'role.create', target }], AT),
        )
      }
    }

    function verification(database: RootDatabase, at: () => number, intervalHours = 24) {
      return createLogVerification({
        database,
        auditLog: createAuditLogStore(database),
        loginLog: createLoginLogStore(database),
        loginLogRemoval: createLoginLogRemovalStore(database),
        intervalHours,
        now: at,
        isClosing: () => false,
      })
    }

    test('reports each finding once, on one node, at every interval', async () => {
      await fill()
      let time = AT
      const run = verification(place.database, () => time)
      await run()
      expect(await kinds()).toEqual([])
      await sql`update login_log set username = 'mallory' where position = 2`.execute(place.database)
      await run()
      expect(await kinds()).toEqual([])
      time += 24 * HOUR_MS
      const other = verification(await anotherNode(place), () => time)
      await Promise.all([run(), other()])
      const [event] = await store().after(0, 10)
      expect(event).toMatchObject({
        kind: 'log.tampered',
        severity: 'critical',
        text: 'Entry 2 of the login log was changed, or the previous entry was.',
        fields: { log: 'login log', position: 2, finding: 'changed' },
      })
      await place.database.deleteFrom('audit_log').where('id', '=', 2).execute()
      time += 24 * HOUR_MS
      await run()
      expect(
        (await store().after(0, 10)).map(({ fields }) => [fields.log, fields.finding, fields.position]),
      ).toEqual([
        ['login log', 'changed', 2],
        ['audit log', 'missing', 2],
      ])
    })

    test('a shorter interval takes effect immediately', async () => {
      await fill()
      await verification(place.database, () => AT)()
      await sql`update login_log set username = 'mallory' where position = 2`.execute(place.database)
      await verification(place.database, () => AT + 1, 23)()
      expect(await kinds()).toEqual([])
      await verification(place.database, () => AT + 1, 1)()
      expect(await kinds()).toEqual(['log.tampered'])
    })

    test('reports what exceeds the limit at the next intervals, with its number', async () => {
      const loginLog = createLoginLogStore(place.database)
      await loginLog.insertMany(Array.from({ length: 45 }, (_, index) => logEntry(`entry-${index}`)))
      await sql`update login_log set username = 'mallory'`.execute(place.database)
      let time = AT
      const run = verification(place.database, () => time)
      const positions: unknown[] = []
      for (const [number, further] of [
        [20, 25],
        [20, 5],
        [5, undefined],
        [0, undefined],
      ] as const) {
        const last = await store().latestId()
        await run()
        const events = await store().after(last, 100)
        expect(events).toHaveLength(number)
        expect(events.at(-1)?.fields.further).toBe(further)
        positions.push(...events.map(({ fields }) => fields.position))
        time += 24 * HOUR_MS
      }
      expect(positions).toEqual(Array.from({ length: 45 }, (_, index) => index + 1))
    })
  })

  test('a webhook is delivered by one node, and progress of a former one is refused', async () => {
    const [here, there] = [place.database, await anotherNode(place)].map(createWebhookStore)
    if (!here || !there) throw new Error('two nodes are needed')
    await here.add('hook', 5)
    await there.add('hook', 7)
    expect(await here.find('hook')).toMatchObject({ lastEventId: 5 })
    expect(await here.acquire('hook', 'one', 1000, AT)).toMatchObject({ lastEventId: 5 })
    expect(await there.acquire('hook', 'two', 1000, AT)).toBeUndefined()
    expect(await there.acquire('hook', 'two', 1000, AT + 1000)).toMatchObject({ lastEventId: 5 })
    const progress = { lastEventId: 6, failures: 0, retryAt: 0, skipped: 0 }
    expect(await here.save('hook', 'one', progress, AT)).toBe(false)
    expect(await there.save('hook', 'two', progress, AT + 5000)).toBe(true)
    await here.release('hook', 'one')
    expect(await here.acquire('hook', 'one', 1000, AT + 4000)).toBeUndefined()
    await there.release('hook', 'two')
    expect(await here.acquire('hook', 'one', 1000, AT + 4000)).toEqual(progress)
  })
})

interface TestKey {
  readonly kid: string
  readonly signsFrom: number
  readonly isRemoved: boolean
  readonly tokenKey: Awaited<ReturnType<typeof secretTokenKey>>
}

async function keyOf(kid: string): Promise<TestKey> {
  const tokenKey = { ...(await secretTokenKey(`the secret of key ${kid}, long enough`)), kid }
  return { kid, signsFrom: kid.charCodeAt(0), isRemoved: false, tokenKey }
}

function setOf(keys: readonly TestKey[], now = 1000): KeySet {
  return keySetOf(scheduleOf(keys, { now, tokenLifetimeSeconds: 3600 }), undefined)
}
