import { expect, onTestFinished, test } from 'vitest'
import { createAuditLogStore } from '../../src/core/audit-log/audit-log.store.ts'
import { createRoleHolderStore } from '../../src/core/role/role-holder.store.ts'
import { lockLoginState } from '../../src/core/session/login-state.store.ts'
import { createSessionStore } from '../../src/core/session/session.store.ts'
import { createSessions, type SessionOptions } from '../../src/core/session/session.ts'
import { createTokens } from '../../src/core/token/token.ts'
import { createAccountStore } from '../../src/core/user/account.store.ts'
import { DISABLED } from '../../src/core/user/status.ts'
import { createUserStore } from '../../src/core/user/user.store.ts'
import { createSecondFactorStep } from '../../src/features/login/second-factor/second-factor-step.ts'
import { verifyAuditLog } from '../../src/features/monitoring/log-verification/audit-log-verification.ts'
import type { UserToImport } from '../../src/features/policy/user-import/user-import.ts'
import { createChangeFeed } from '../../src/platform/cluster/change-feed/change-feed.ts'
import type { RootDatabase } from '../../src/platform/database/database.ts'
import { inTransaction } from '../../src/platform/database/query/transaction.ts'
import { keySetOfSecret } from '../support/key-set.ts'
import { SECRET } from '../support/service.ts'
import { onEveryDatabase } from './stores.ts'
import { addRole, addUser, listUsers, sessionOf } from './stores-data.ts'
import { administrationOf, anotherNode, OPERATOR, outcomeOf } from './stores-operators.ts'

const HASH = `$2b$10$${'e'.repeat(53)}`

onEveryDatabase((place) => {
  async function twoOperators() {
    return [administrationOf(place.database), administrationOf(await anotherNode(place))] as const
  }

  test('if two operators concurrently disable, delete or demote two admins, one admin remains', async () => {
    const [here, there] = await twoOperators()
    const roleId = await addRole(place.database, 'staff')
    type Administration = typeof here
    const ways = [
      (by: Administration, id: number) => by.userAdministration.change(OPERATOR, id, { status: DISABLED }),
      (by: Administration, id: number) => by.userAdministration.change(OPERATOR, id, { roleId }),
      (by: Administration, id: number) => by.userAdministration.remove(OPERATOR, [id]),
    ]
    for (const [index, [one, other]] of ways.flatMap((a) => ways.map((b) => [a, b] as const)).entries()) {
      await place.database.deleteFrom('users').execute()
      const ids = [
        await addUser(place.database, `one ${index}`),
        await addUser(place.database, `other ${index}`),
      ]
      const [first = 0, second = 0] = ids
      const outcomes = await Promise.all([outcomeOf(one(here, first)), outcomeOf(other(there, second))])
      expect(outcomes.toSorted()).toEqual(['done', 'last-admin'])
      expect(await createRoleHolderStore(place.database).countOtherEnabledAdmins(0)).toBe(1)
    }
  })

  test('of two operators who change the same revision, the second is refused', async () => {
    const [here, there] = await twoOperators()
    const id = await addUser(place.database, 'alice')
    for (let revision = 1; revision <= 5; revision++) {
      const outcomes = await Promise.all(
        [here, there].map(({ userAdministration }, index) =>
          outcomeOf(userAdministration.change(OPERATOR, id, { nickName: `${revision} ${index}`, revision })),
        ),
      )
      expect(outcomes.toSorted()).toEqual(['changed-meanwhile', 'done'])
      expect(await createUserStore(place.database).find(id)).toMatchObject({ revision: revision + 1 })
    }
  })

  test('of two operators who add the same user or role, or give the same name, the second is refused', async () => {
    const operators = await twoOperators()
    const outcomesOf = async (work: (by: (typeof operators)[number], index: number) => Promise<unknown>) =>
      (await Promise.all(operators.map((by, index) => outcomeOf(work(by, index))))).toSorted()
    const roleId = await addRole(place.database, 'staff')
    for (let round = 0; round < 5; round++) {
      const [one, other] = [`one ${round}`, `other ${round}`]
      const ids = [await addUser(place.database, one), await addUser(place.database, other)]
      const added = { username: `new ${round}`, password: 'a long password', roleId }
      expect(await outcomesOf((by) => by.userAdministration.add(OPERATOR, added))).toEqual([
        'done',
        'username-taken',
      ])
      const change = { username: `renamed ${round}` }
      expect(
        await outcomesOf((by, index) => by.userAdministration.change(OPERATOR, ids[index] ?? 0, change)),
      ).toEqual(['done', 'username-taken'])
      const role = { roleKey: `role-${round}`, roleName: 'Role' }
      expect(await outcomesOf((by) => by.roleAdministration.add(OPERATOR, role))).toEqual([
        'done',
        'role-key-taken',
      ])
    }
  })

  test('concurrent operations succeed or are refused, user counts are right and the audit log is intact', async () => {
    const [here, there] = await twoOperators()
    const other = await anotherNode(place)
    await addUser(place.database, 'admin')
    const [staff, guests] = [await addRole(place.database, 'staff'), await addRole(place.database, 'guests')]
    const ids: number[] = []
    for (let n = 0; n < 5; n++) ids.push(await addUser(place.database, `user ${n}`, { roleId: staff }))
    for (const id of ids)
      await createSessionStore(place.database).insert(sessionOf(id, { expiresAt: Date.now() * 2 }))

    const work = ids.flatMap((id, n) => {
      const {
        userAdministration,
        userImport,
        sessionAdministration,
        roleAdministration,
        policyAdministration,
      } = n % 2 === 0 ? here : there
      const rule = { roleKey: 'staff', path: `/things/${n % 4}`, method: 'GET' }
      return [
        userAdministration.change(OPERATOR, id, { roleId: guests }),
        userAdministration.remove(OPERATOR, [id, ids[(n + 1) % ids.length] ?? 0]),
        userImport.add(OPERATOR, imported(`new ${n}`, `new ${n + 1}`)),
        sessionAdministration.endMatching(OPERATOR, { userId: id }, {}),
        sessionAdministration.endMatching(OPERATOR, { roleId: staff }, {}),
        roleAdministration.change(OPERATOR, staff, { remark: String(n) }),
        policyAdministration.add(OPERATOR, [rule]),
        // A node opens a session meanwhile.
        inTransaction(other, async (transaction) => {
          if (await lockLoginState(transaction, id, '203.0.113.7'))
            await createSessionStore(transaction).insert(sessionOf(id))
        }),
        // What is rolled back is not counted.
        inTransaction(n % 2 === 0 ? place.database : other, async (transaction) => {
          await addUser(transaction, `never ${n}`)
          throw new RolledBack()
        }).catch(ignoreRollback),
      ]
    })
    const outcomes = await Promise.all(work.map((one) => outcomeOf(one)))
    expect(new Set(outcomes)).toEqual(new Set(['done', 'not-found']))

    const stored = await place.database.selectFrom('users').select('id').execute()
    expect((await listUsers(place.database)).count).toBe(stored.length)
    const audit = await verifyAuditLog({ auditLog: createAuditLogStore(place.database) })
    expect(audit).toMatchObject({ intact: true })
    expect(audit.verified).toBeGreaterThan(ids.length)
  })

  test('an import gives no user the address of another as the name, nor the other way round', async () => {
    const { userImport } = administrationOf(place.database)
    await addRole(place.database, 'staff')
    await addUser(place.database, 'anna', { email: 'Anna@example.com' })
    await addUser(place.database, 'ben@example.com')
    const withEmail = (username: string, email: string) =>
      imported(username).map((user) => ({ ...user, email }))
    for (const users of [
      imported('anna@example.com'),
      withEmail('carl', 'BEN@example.com'),
      [...withEmail('carl', 'dora@example.com'), ...imported('dora@example.com')],
      [...imported('dora@example.com'), ...withEmail('carl', 'Dora@example.com')],
    ])
      expect(await outcomeOf(userImport.add(OPERATOR, users))).toBe('username-address')
    expect((await listUsers(place.database)).count).toBe(2)
    const own = withEmail('dora@example.com', 'dora@example.com')
    expect(await userImport.add(OPERATOR, own)).toMatchObject({ added: 1 })
    expect(await userImport.add(OPERATOR, own)).toMatchObject({ added: 0, known: 1 })
  })

  test('the user count is right after a failed and a repeated import', async () => {
    const { userImport } = administrationOf(place.database)
    await addRole(place.database, 'staff')
    await expect(
      userImport.add(OPERATOR, [...imported('a', 'b'), ...imported('ä'.repeat(70))]),
    ).rejects.toThrow()
    expect((await listUsers(place.database)).count).toBe(0)
    expect(await userImport.add(OPERATOR, imported('a', 'b'))).toMatchObject({ added: 2, known: 0 })
    expect(await userImport.add(OPERATOR, imported('a', 'b', 'c'))).toMatchObject({ added: 1, known: 2 })
    expect((await listUsers(place.database)).count).toBe(3)
    await createUserStore(place.database).remove(0)
    expect((await listUsers(place.database)).count, 'after the removal of nobody').toBe(3)
  })

  test('concurrent logins on two nodes do not exceed the session limit', async () => {
    const nodes = [place.database, await anotherNode(place)]
    for (const whenFull of ['end-oldest', 'refuse-new'] as const) {
      const id = await addUser(place.database, whenFull)
      const account = await createAccountStore(place.database).find(id)
      if (!account) throw new Error('there is no such account')
      const sessions = await Promise.all(
        nodes.map((database) => sessionsOf(database, { maxPerUser: 2, whenFull })),
      )
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, (_, n) => {
          const opened = sessions[n % 2]?.open(account, { address: '::1', userAgent: 'test' })
          return outcomeOf(opened ?? Promise.reject(new Error('there is no such node')))
        }),
      )
      expect(await createSessionStore(place.database).ofUser(id, Date.now())).toHaveLength(2)
      const refused = outcomes.filter((outcome) => outcome === 'session-limit')
      expect(refused).toHaveLength(whenFull === 'refuse-new' ? 6 : 0)
    }
  })

  test('a second factor that is enabled during the login of an own verifier prevents the session', async () => {
    const id = await addUser(place.database, 'alice')
    const stored = await createAccountStore(place.database).find(id)
    if (!stored) throw new Error('there is no such account')
    const { userId, username, roleId, roleKey, dataScope } = stored
    const unused = () => Promise.reject(new Error('there is no second request'))
    const step = createSecondFactorStep({
      secondFactors: {
        isRequired: () => false,
        async isEnabled() {
          const at = Date.now()
          const factor = { id, secret: 'encrypted', confirmed_at: at, created_at: at, last_step: 0 }
          await place.database.insertInto('second_factors').values(factor).execute()
          // As it was before the user confirmed the enrolment.
          return false
        },
        consumeCode: unused,
      },
      tickets: { create: unused, take: unused, putBack: unused, restore: unused },
      throttle: { limit: unused, reserve: unused },
      secondFactorThrottle: { attempt: unused },
      onExhausted: unused,
    })
    // Without the state of the second factor, which the verifier of an app does not know.
    const account = { userId, username, roleId, roleKey, dataScope }
    const checked = await step.check(
      { account, hasSecondFactor: false },
      { code: '', method: 'password', address: '::1' },
    )
    if (!checked) throw new Error('the first factor is right')
    const sessions = await sessionsOf(place.database, { maxPerUser: 0, whenFull: 'refuse-new' })
    const opened = sessions.open(checked.account, { address: '::1', userAgent: 'test' })
    expect(await outcomeOf(opened)).toBe('credentials-wrong')
    expect(await createSessionStore(place.database).ofUser(id, Date.now())).toEqual([])
  })
})

class RolledBack extends Error {}

function ignoreRollback(error: unknown): void {
  if (!(error instanceof RolledBack)) throw error
}

function imported(...usernames: string[]): UserToImport[] {
  return usernames.map((username) => ({ username, roleKey: 'staff', passwordHash: HASH }))
}

async function sessionsOf(database: RootDatabase, limit: Pick<SessionOptions, 'maxPerUser' | 'whenFull'>) {
  const changeFeed = createChangeFeed({
    database,
    updates: {
      policy: async () => {},
      department: async () => {},
      role: async () => {},
      revocation: async () => {},
    },
    now: Date.now,
    pollMilliseconds: 60_000,
    onProblem: () => {},
  })
  onTestFinished(() => changeFeed.close())
  const keys = await keySetOfSecret(SECRET)
  const tokens = createTokens({
    keys: () => keys,
    issuer: 'castellan',
    lifetimeSeconds: 3600,
    cacheSize: 10,
    now: Date.now,
  })
  return createSessions({ database, changeFeed, tokens, now: Date.now, ...limit })
}
