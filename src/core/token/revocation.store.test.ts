import { afterEach, beforeEach, expect, test } from 'vitest'
import { sessionOf } from '../../../test/contract/stores-data.ts'
import { type DatabaseHandle, openDatabase } from '../../platform/database/database.ts'
import { createSessionStore } from '../session/session.store.ts'
import { createRevocationStore, type RevocationStore } from './revocation.store.ts'

let handle: DatabaseHandle
let store: RevocationStore
beforeEach(async () => {
  handle = await openDatabase('sqlite::memory:')
  store = createRevocationStore(handle.database)
})
afterEach(() => handle.close())

const open = (userId: number, roleId: number, expiresAt: number) =>
  createSessionStore(handle.database).insert(sessionOf(userId, { roleId, expiresAt }))
const sessions = async () => {
  const rows = await handle.database.selectFrom('sessions').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}
const expiries = async () => {
  const rows = await handle.database
    .selectFrom('revocations')
    .select('expires_at as at')
    .orderBy('id')
    .execute()
  return rows.map(({ at }) => at)
}

test('ends only the given session', async () => {
  const [first, second] = [await open(1, 1, 100), await open(1, 1, 200)]
  await store.endSession(first, 100)
  await store.endSession(99, 50, 'replaced')
  expect(await store.all()).toEqual([
    { id: 1, kind: 'session', subjectId: first, upToSession: first, reason: 'ended' },
    { id: 2, kind: 'session', subjectId: 99, upToSession: 99, reason: 'replaced' },
  ])
  expect(await sessions()).toEqual([second])
  expect(await expiries()).toEqual([100, 50])
})

test.each([
  ['user', [3], 7],
  ['role', [1], 8],
] as const)('all sessions so far of a %s end, and those of others stay', async (kind, left, subjectId) => {
  await open(7, 9, 300)
  await open(7, 8, 100)
  await open(6, 8, 200)
  await store.endAll(kind, subjectId, 'password-changed')
  // The revocation covers all sessions so far, and lasts as long as the last of their tokens.
  expect(await store.all()).toEqual([{ id: 1, kind, subjectId, upToSession: 3, reason: 'password-changed' }])
  expect(await expiries()).toEqual([300])
  expect(await sessions()).toEqual(left)
})

test('returns the given reason, and ends nothing if there are no sessions', async () => {
  await store.endAll('user', 1)
  expect(await store.all()).toEqual([])
  await open(1, 1, 100)
  await store.endAll('user', 1)
  expect(await store.all()).toMatchObject([{ reason: 'ended' }])
})

test('stores the reason', async () => {
  await store.endSession(1, 100)
  await open(1, 1, 100)
  await store.endAll('role', 1)
  const rows = await handle.database.selectFrom('revocations').select('reason').execute()
  expect(rows).toEqual([{ reason: 'ended' }, { reason: 'ended' }])
})

test('returns newer revocations and older ones by id', async () => {
  for (let id = 1; id <= 6; id++) await store.endSession(id, 100)
  const ids = async (above: number, others: number[]) =>
    (await store.since(above, others)).map(({ id }) => id).toSorted((a, b) => a - b)
  expect(await ids(4, [])).toEqual([5, 6])
  expect(await ids(4, [2, 3, 77])).toEqual([2, 3, 5, 6])
  const many = Array.from({ length: 1201 }, (_, place) => (place === 1200 ? 2 : 1000 + place))
  expect(await ids(6, many)).toEqual([2])
  expect(await ids(6, [2, ...many])).toEqual([2, 2])
})

test('ignores rows of an unknown kind, and reads an unknown reason as the default', async () => {
  const row = { subject_id: 1, up_to_session: 1, expires_at: 1 }
  for (const [kind, reason] of [
    ['group', 'ended'],
    ['role', 'no reason'],
  ] as const)
    await handle.database
      .insertInto('revocations')
      .values({ ...row, kind, reason })
      .execute()
  expect(await store.all()).toEqual([{ id: 2, kind: 'role', subjectId: 1, upToSession: 1, reason: 'ended' }])
})

test('deletes revocations whose tokens have all expired', async () => {
  await store.endSession(1, 99)
  await store.endSession(2, 100)
  await store.deleteExpired(100)
  expect(await store.all()).toMatchObject([{ subjectId: 2 }])
})
