import { describe, expect, test } from 'vitest'
import { createAuditLogStore } from '../../src/core/audit-log/audit-log.store.ts'
import { READS_ALL } from '../../src/core/audit-log/audit-log-reader.ts'
import { createEventStore } from '../../src/core/events/event.store.ts'
import { createRoleStore } from '../../src/core/role/role.store.ts'
import { createSessionStore } from '../../src/core/session/session.store.ts'
import { createSessions } from '../../src/core/session/session.ts'
import { createTokens } from '../../src/core/token/token.ts'
import { createAccountStore } from '../../src/core/user/account.store.ts'
import { createRoleEnds } from '../../src/core/user/role-ends.ts'
import { DISABLED } from '../../src/core/user/status.ts'
import { createUserStore } from '../../src/core/user/user.store.ts'
import { createReports } from '../../src/features/policy/reports/reports.ts'
import { createChangeFeed } from '../../src/platform/cluster/change-feed/change-feed.ts'
import { createChangeWriter } from '../../src/platform/cluster/change-feed/change-writer.ts'
import { openDatabaseClock, readDatabaseTime } from '../../src/platform/cluster/nodes/database-clock.ts'
import type { RootDatabase } from '../../src/platform/database/database.ts'
import { createClock } from '../support/clock.ts'
import { keySetOfSecret } from '../support/key-set.ts'
import { SECRET } from '../support/service.ts'
import { onEveryDatabase } from './stores.ts'
import { addRole, addUser, sessionOf } from './stores-data.ts'
import { administrationOf, anotherNode, OPERATOR, outcomeOf } from './stores-operators.ts'

const START = Date.UTC(2026, 10, 18, 12)
const HOUR_MS = 60 * 60 * 1000
const PAGE = { pageIndex: 1, pageSize: 200 }

onEveryDatabase((place) => {
  /** A node with a clock that the test sets, and alice, who has the role editor and gets the role payer until 20:00. */
  async function start() {
    const { database } = place
    const clock = createClock(START)
    const administration = administrationOf(database, clock.now)
    const [editor, payer] = [await addRole(database, 'editor'), await addRole(database, 'payer')]
    await addUser(database, 'root')
    const alice = await addUser(database, 'alice', { roleId: editor })
    const roleUntil = new Date(START + 8 * HOUR_MS).toISOString()
    const give = (roleId = payer) =>
      administration.userAdministration.change(OPERATOR, alice, { roleId, roleUntil })
    const recordWith = (other: RootDatabase) =>
      createRoleEnds({
        database: other,
        operations: administrationOf(other, clock.now).operations,
        databaseNow: clock.now,
      })
    return {
      database,
      clock,
      ...administration,
      users: createUserStore(database),
      editor,
      payer,
      alice,
      roleUntil,
      give,
      recordWith,
      record: recordWith(database),
      entries: async () =>
        (await createAuditLogStore(database).page(READS_ALL, { action: 'user.role-end' }, PAGE)).list,
      events: async () => (await createEventStore(database).page({ kind: 'role.ending' }, PAGE)).list,
    }
  }

  test('an end is recorded once by any number of nodes, with the sessions, a change and an audit entry', async () => {
    const { database, clock, users, alice, editor, payer, roleUntil, give, recordWith, entries } =
      await start()
    await give()
    await createSessionStore(database).insert(sessionOf(alice, { roleId: payer }))
    clock.advance(8 * HOUR_MS - 1)
    const nodes = [recordWith(database), recordWith(await anotherNode(place))]
    await Promise.all(nodes.map((record) => record()))
    expect(await users.find(alice)).toMatchObject({ roleId: payer, roleUntil, formerRoleId: editor })
    clock.advance(1)
    await Promise.all([...nodes, ...nodes].map((record) => record()))
    expect(await users.find(alice)).toMatchObject({ roleId: editor, roleUntil: null, formerRoleId: 0 })
    expect(await entries()).toMatchObject([{ target: 'alice', after: { roleId: editor, roleKey: 'editor' } }])
    const revocations = await database.selectFrom('revocations').selectAll().execute()
    expect(revocations.filter(({ reason }) => reason === 'role-ended')).toMatchObject([{ subject_id: alice }])
    expect(await createSessionStore(database).ofUser(alice, 0)).toEqual([])
    clock.set(START)
    for (const record of nodes) await record()
    expect(await users.find(alice)).toMatchObject({ roleId: editor, roleUntil: null })
    expect(await entries()).toHaveLength(1)
  })

  test('an end after a downtime is recorded with the first change, and no change is decided by the ended role', async () => {
    const { clock, users, userAdministration, alice, editor, give, entries } = await start()
    await give()
    clock.advance(100 * HOUR_MS)
    await userAdministration.change(OPERATOR, alice, { nickName: 'Alice' })
    expect(await users.find(alice)).toMatchObject({ roleId: editor, roleUntil: null, nickName: 'Alice' })
    expect(await entries()).toMatchObject([{ operator: 'castellan' }])
  })

  test('many ends at once are all recorded', async () => {
    const { database, clock, users, userAdministration, editor, payer, roleUntil, record, entries } =
      await start()
    const ids: number[] = []
    for (let n = 0; n < 105; n++) ids.push(await addUser(database, `user ${n}`, { roleId: editor }))
    await userAdministration.setRole(OPERATOR, ids, { roleId: payer, roleUntil })
    clock.advance(8 * HOUR_MS)
    await record()
    expect(await users.isRoleEndDue(clock.now())).toBe(false)
    expect(await users.find(ids.at(-1) ?? 0)).toMatchObject({ roleId: editor, roleUntil: null })
    expect(await entries()).toHaveLength(105)
  })

  test('an operator whose role has ended changes nothing, even before the end is recorded', async () => {
    const { database, clock, operations, userAdministration, policyAdministration, ...parts } = await start()
    const { alice, editor, payer, give } = parts
    const call = { method: 'PUT', path: '/api/v1/sys-user/:id' }
    await policyAdministration.add(OPERATOR, [{ roleKey: 'payer', ...call }])
    const ids: number[] = []
    for (let n = 0; n < 100; n++) ids.push(await addUser(database, `user ${n}`, { roleId: editor }))
    const earlier = new Date(START + 7 * HOUR_MS).toISOString()
    await userAdministration.setRole(OPERATOR, ids, { roleId: payer, roleUntil: earlier })
    await give()
    const sessionId = await createSessionStore(database).insert(sessionOf(alice, { roleId: payer }))
    const operator = { ...OPERATOR, source: 'http', userId: alice, roleId: payer, sessionId, call } as const
    clock.advance(7 * HOUR_MS - 1)
    expect(await outcomeOf(operations.run(operator, async () => ({})))).toBe('done')
    clock.advance(HOUR_MS + 1)
    expect(await outcomeOf(operations.run(operator, async () => ({})))).toBe('role-ended')
  })

  test('an end is announced once, and again only if it is moved', async () => {
    const { database, clock, userAdministration, alice, give, record, recordWith, events } = await start()
    await give()
    clock.advance(7.1 * HOUR_MS)
    await record()
    expect(await events()).toEqual([])
    clock.advance(0.2 * HOUR_MS)
    await Promise.all([record(), recordWith(database)()])
    await record()
    expect(await events()).toMatchObject([
      { fields: { username: 'alice', roleKey: 'payer', formerRoleKey: 'editor' } },
    ])
    const roleUntil = new Date(START + 18 * HOUR_MS).toISOString()
    await userAdministration.change(OPERATOR, alice, { roleUntil })
    clock.set(START + 17.5 * HOUR_MS)
    await record()
    expect(await events()).toHaveLength(2)
  })

  test('a user who becomes an admin at the end is an event', async () => {
    const { database, clock, userAdministration, alice, give, record } = await start()
    const admin = (await createRoleStore(database).findByKey('admin'))?.roleId ?? 0
    await give()
    // As a directory changes the role without an end.
    await userAdministration.change(OPERATOR, alice, { permanentRoleId: admin })
    const granted = async () =>
      (await createEventStore(database).page({ kind: 'admin.granted' }, PAGE)).list.map(
        ({ fields }) => fields,
      )
    expect(await granted()).toEqual([])
    clock.advance(8 * HOUR_MS)
    await record()
    expect(await granted()).toMatchObject([{ username: 'alice', change: 'role-changed' }])
  })

  test('a user whose former role is missing is disabled at the end, and other changes go on', async () => {
    const { database, clock, users, alice, payer, give, record, entries } = await start()
    await give()
    await database.updateTable('users').set({ former_role_id: 999_999 }).where('id', '=', alice).execute()
    clock.advance(8 * HOUR_MS)
    await record()
    expect(await users.find(alice)).toMatchObject({ roleId: payer, status: DISABLED, roleUntil: null })
    expect(await entries()).toMatchObject([{ after: { formerRoleId: 999_999, status: DISABLED } }])
  })

  test('a role that returns is neither deleted nor reported as unused, and a merge replaces it', async () => {
    const { database, clock, users, roleAdministration, cleanUp, alice, editor, give, record } = await start()
    await give()
    expect(await outcomeOf(roleAdministration.remove(OPERATOR, [editor]))).toBe('role-in-use')
    const reports = createReports({
      database,
      usageKeepDays: 90,
      rolesInSettings: new Set(),
      now: clock.now,
    })
    expect((await reports.unusedRoles({ days: 1 })).map(({ roleKey }) => roleKey)).toEqual([])
    const same = await addRole(database, 'same')
    const bystander = await addUser(database, 'bystander', { roleId: same })
    await cleanUp.mergeRoles(OPERATOR, [{ keep: same, remove: [editor] }])
    expect(await createRoleStore(database).find(editor)).toBeUndefined()
    clock.advance(8 * HOUR_MS)
    await record()
    expect(await users.find(alice)).toMatchObject({ roleId: same, roleUntil: null })
    expect(await users.find(bystander)).toMatchObject({ roleId: same })
  })

  test('an account of a program is disabled if the owner has lost the rights at the end', async () => {
    const { database, clock, users, serviceAccountAdministration, policyAdministration, ...parts } =
      await start()
    await policyAdministration.add(OPERATOR, [{ roleKey: 'payer', method: 'POST', path: '/api/v1/payments' }])
    const robot = await addRole(database, 'robot')
    await policyAdministration.add(OPERATOR, [{ roleKey: 'robot', method: 'POST', path: '/api/v1/payments' }])
    await parts.give()
    const bot = { username: 'bot', roleId: robot, ownerId: parts.alice }
    expect(await outcomeOf(serviceAccountAdministration.add(OPERATOR, bot))).toBe('service-account-owner')
    const expiresAt = Date.parse(parts.roleUntil)
    const { userId } = await serviceAccountAdministration.add(OPERATOR, { ...bot, expiresAt })
    expect(await users.find(userId)).toMatchObject({ status: '2' })
    clock.advance(8 * HOUR_MS)
    await parts.record()
    expect(await users.find(userId)).toMatchObject({ status: DISABLED })
  })

  test('an account of a program gets a role until a time, but not admin', async () => {
    const { database, users, userAdministration, serviceAccountAdministration, ...parts } = await start()
    const { editor, payer, roleUntil } = parts
    const owner = await addUser(database, 'owner')
    const bot = { username: 'bot', roleId: editor, ownerId: owner }
    const { userId } = await serviceAccountAdministration.add(OPERATOR, bot)
    const admin = (await createRoleStore(database).findByKey('admin'))?.roleId ?? 0
    const give = (roleId: number) => userAdministration.change(OPERATOR, userId, { roleId, roleUntil })
    expect(await outcomeOf(give(admin))).toBe('service-account-role')
    await give(payer)
    parts.clock.advance(8 * HOUR_MS)
    await parts.record()
    expect(await users.find(userId)).toMatchObject({ roleId: editor, status: '2' })
  })

  describe('a login', () => {
    async function openSession({ ahead = HOUR_MS } = {}) {
      const parts = await start()
      const { database, clock } = parts
      await parts.give()
      const changeFeed = createChangeFeed({
        database,
        updates: {
          revocation: async () => {},
          policy: async () => {},
          department: async () => {},
          role: async () => {},
        },
        now: clock.now,
        pollMilliseconds: 60_000,
        onProblem: () => {},
      })
      const options = { now: clock.now, databaseNow: () => clock.now() + ahead }
      const keySet = await keySetOfSecret(SECRET)
      const tokens = createTokens({
        keys: () => keySet,
        issuer: 'castellan',
        lifetimeSeconds: 24 * 3600,
        ...options,
      })
      const sessions = createSessions({
        database,
        changeFeed,
        tokens,
        maxPerUser: 0,
        whenFull: 'refuse-new',
        ...options,
      })
      const account = await createAccountStore(database).find(parts.alice)
      if (!account) throw new Error('alice is missing')
      const open = () => sessions.open(account, { address: '203.0.113.7', userAgent: '' })
      return { ...parts, tokens, open }
    }

    test('has a token that ends with the role, by the clock of the node and by that of the database', async () => {
      const { clock, tokens, open, payer } = await openSession()
      // The clock of the database is an hour ahead: the role ends in seven hours.
      const { token, expiresAt } = await open()
      expect(expiresAt).toBe(START + 7 * HOUR_MS)
      expect(tokens.verify(token)).toMatchObject({ roleId: payer, roleUntil: START + 8 * HOUR_MS })
      clock.advance(7 * HOUR_MS)
      expect(() => tokens.verify(token)).toThrow(expect.objectContaining({ reason: 'role-ended' }))
    })

    test('is refused like wrong credentials if the role ends after they were verified', async () => {
      const { clock, open } = await openSession()
      clock.advance(7 * HOUR_MS)
      expect(await outcomeOf(open())).toBe('credentials-wrong')
    })

    test('has a token for the rest of the last second, which ends with the role', async () => {
      const { clock, tokens, open } = await openSession({ ahead: HOUR_MS + 400 })
      clock.advance(7 * HOUR_MS - 600)
      const { token } = await open()
      expect(tokens.verify(token)).toMatchObject({ roleUntil: START + 8 * HOUR_MS })
      clock.advance(200)
      expect(() => tokens.verify(token)).toThrow(expect.objectContaining({ reason: 'role-ended' }))
    })
  })

  test('the clock of a database is read from the database', async () => {
    const wrong = () => 1000
    const time = await readDatabaseTime(place.database, wrong)
    if (place.dialect === 'sqlite') expect(time).toBe(1000)
    // The server runs on this machine.
    else expect(Math.abs(time - Date.now())).toBeLessThan(HOUR_MS)
    const readTime = () => readDatabaseTime(place.database, wrong)
    const clock = await openDatabaseClock({ readTime, uptimeMs: () => performance.now() })
    expect(clock.now()).toBeGreaterThanOrEqual(time)
  })

  test('a change that is only tried records no end', async () => {
    const { database, clock, users, alice, payer, give } = await start()
    await give()
    clock.advance(8 * HOUR_MS)
    const failing = administrationOf(database, clock.now, createChangeWriter(database, clock.now))
    await expect(
      failing.operations.run(OPERATOR, async () => {
        throw new Error('tried')
      }),
    ).rejects.toThrow('tried')
    expect(await users.find(alice)).toMatchObject({ roleId: payer })
  })
})
