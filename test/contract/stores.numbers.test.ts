import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createLoginLogStore } from '../../src/core/login-log/login-log.store.ts'
import { createPolicyStore } from '../../src/core/permission/policy.store.ts'
import { createRoleHolderStore } from '../../src/core/role/role-holder.store.ts'
import { createSessionStore } from '../../src/core/session/session.store.ts'
import { createRevocationStore } from '../../src/core/token/revocation.store.ts'
import { ALL_USERS } from '../../src/core/user/list/user-scope.ts'
import { createUserStore } from '../../src/core/user/user.store.ts'
import type { RootDatabase } from '../../src/platform/database/database.ts'
import { onEveryDatabase, type Place } from './stores.ts'
import { AT, addUser, listUsers, logEntry, sessionOf } from './stores-data.ts'

const LARGEST = Number.MAX_SAFE_INTEGER
const PAGE = { pageIndex: 1, pageSize: 100 }

onEveryDatabase((place) => {
  test('ids are assigned in order and never reused', async () => {
    const sessions = createSessionStore(place.database)
    const first = await sessions.insert(sessionOf(1))
    const second = await sessions.insert(sessionOf(1))
    expect(second).toBeGreaterThan(first)
    await sessions.deleteExpired(LARGEST)
    expect(await sessions.insert(sessionOf(1))).toBeGreaterThan(second)
  })

  test('the largest safe integer is stored exactly', async () => {
    const revocations = createRevocationStore(place.database)
    await revocations.endSession(LARGEST, LARGEST)
    const mark = { kind: 'session', subjectId: LARGEST, upToSession: LARGEST }
    expect(await revocations.all()).toEqual([expect.objectContaining(mark)])
    await createSessionStore(place.database).insert(sessionOf(LARGEST, { expiresAt: LARGEST }))
    await revocations.endAll('user', LARGEST - 1)
    expect(await revocations.all()).toContainEqual(expect.objectContaining({ subjectId: LARGEST - 1 }))
  })

  test('revocations are read from an id on, and older ones by id', async () => {
    const revocations = createRevocationStore(place.database)
    const before = (await revocations.all()).reduce((high, { id }) => Math.max(high, id), 0)
    for (const session of [1, 2, 3, 4]) await revocations.endSession(session, LARGEST)
    const added = (await revocations.since(before, [])).sort((a, b) => a.id - b.id)
    expect(added.map(({ subjectId }) => subjectId)).toEqual([1, 2, 3, 4])
    const ids = added.map(({ id }) => id)
    const some = await revocations.since(ids[2] ?? 0, [
      ids[0] ?? 0,
      999_999,
      ...Array.from({ length: 1200 }, () => 888_888),
    ])
    expect(some.map(({ subjectId }) => subjectId).sort()).toEqual([1, 4])
  })

  test('a larger integer is an error', async () => {
    const revocations = createRevocationStore(place.database)
    await revocations.endSession(1, LARGEST)
    await sql`update revocations set subject_id = ${sql.lit(9007199254740993n)}`.execute(place.database)
    await expect(revocations.all()).rejects.toThrow('too large')
    // The connection is as good as before.
    expect(await createUserStore(place.database).find(1)).toBeUndefined()
  })

  test('times do not depend on the time zone of the session or server', async () => {
    await inTimeZone(place, '+13:00', (there) =>
      createLoginLogStore(there).insertMany([logEntry('1', { loginTime: '2024-02-29T23:59:59.999Z' })]),
    )
    const read = async (database: RootDatabase) =>
      (await createLoginLogStore(database).page(ALL_USERS, {}, PAGE)).list[0]
    expect(await read(place.database)).toMatchObject({ loginTime: '2024-02-29T23:59:59.999Z' })
    const elsewhere = await inTimeZone(place, '-11:00', read)
    expect(elsewhere).toMatchObject({ loginTime: '2024-02-29T23:59:59.999Z' })
    const id = await addUser(place.database, 'alice')
    expect(await createUserStore(place.database).find(id)).toMatchObject({
      createdAt: new Date(AT).toISOString(),
      updatedAt: new Date(AT).toISOString(),
    })
  })

  test('counts are numbers', async () => {
    for (const name of ['a', 'b', 'c']) await addUser(place.database, name)
    expect((await listUsers(place.database)).count).toBe(3)
    expect(await createRoleHolderStore(place.database).countOtherEnabledAdmins(0)).toBe(3)
  })

  test('an update counts all matching rows, an insert only new rows', async () => {
    const update = place.database.updateTable('roles').set({ status: '2' }).where('role_key', '=', 'admin')
    expect(Number((await update.executeTakeFirst()).numUpdatedRows)).toBe(1)
    const policy = createPolicyStore(place.database)
    const rules = ['/a', '/b', '/c'].map((path) => ({ roleKey: 'ops', path, method: 'GET' }))
    expect(await policy.insert(rules.slice(0, 2))).toBe(2)
    expect(await policy.insert(rules)).toBe(1)
    expect(await policy.insert(rules)).toBe(0)
    expect(await policy.insert(rules.slice(0, 1))).toBe(0)
    expect(await policy.remove([...rules, ...rules])).toBe(3)
  })
})

/** Does the work on a connection whose session is in another time zone. SQLite has no such thing. */
async function inTimeZone<T>(
  place: Place,
  zone: string,
  work: (database: RootDatabase) => Promise<T>,
): Promise<T> {
  return place.database.connection().execute(async (connection) => {
    if (place.dialect === 'postgres') await sql`set time zone ${sql.lit(zone)}`.execute(connection)
    if (place.dialect === 'mysql') await sql`set session time_zone = ${zone}`.execute(connection)
    return work(connection)
  })
}
