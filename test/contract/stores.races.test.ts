import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createRoleHolderStore } from '../../src/core/role/role-holder.store.ts'
import { lockLoginState } from '../../src/core/session/login-state.store.ts'
import { createSessionStore } from '../../src/core/session/session.store.ts'
import { createRevocationStore } from '../../src/core/token/revocation.store.ts'
import { DISABLED } from '../../src/core/user/status.ts'
import { createUserStore } from '../../src/core/user/user.store.ts'
import { createChangeStore } from '../../src/platform/cluster/change-feed/change.store.ts'
import type { RootDatabase } from '../../src/platform/database/database.ts'
import { inTransaction } from '../../src/platform/database/query/transaction.ts'
import { onEveryDatabase } from './stores.ts'
import { AT, addUser, sessionOf } from './stores-data.ts'

onEveryDatabase((place) => {
  test('a session that is opened while its user is disabled is revoked', async () => {
    for (let round = 0; round < 10; round++) {
      const userId = await addUser(place.database, `user ${round}`)
      const opening = Array.from({ length: 4 }, (_, index) => openSession(place.database, userId, index))
      const disabling = sleep(round).then(() => disable(place.database, userId))
      const sessions = (await Promise.all(opening)).filter((id) => id !== undefined)
      await disabling
      const marks = await createRevocationStore(place.database).all()
      const upTo = marks.find((mark) => mark.subjectId === userId)?.upToSession ?? 0
      expect(sessions.filter((id) => id > upTo)).toEqual([])
      expect(await openSession(place.database, userId, 0)).toBeUndefined()
    }
  })

  test('of two admins that are disabled concurrently, one stays enabled', async () => {
    const [one, other] = [await addUser(place.database, 'one'), await addUser(place.database, 'other')]
    const disableUnlessLast = (id: number) =>
      inTransaction(place.database, async (transaction) => {
        const users = createUserStore(transaction)
        const others = await createRoleHolderStore(transaction).countOtherEnabledAdmins(id)
        await sleep(5)
        if (others > 0) await users.change(id, { status: DISABLED }, AT)
      })
    await Promise.all([disableUnlessLast(one), disableUnlessLast(other)])
    expect(await createRoleHolderStore(place.database).countOtherEnabledAdmins(0)).toBe(1)
  })

  test('transactions that deadlock are aborted by the database and retried', async () => {
    const [one, other] = [await addUser(place.database, 'one'), await addUser(place.database, 'other')]
    let tries = 0
    const bothHoldALock = createBarrier(2)
    const changeBoth = (first: number, second: number) =>
      inTransaction(place.database, async (transaction) => {
        tries++
        const users = createUserStore(transaction)
        await users.lock(first)
        // SQLite runs one transaction after the other: there is nothing to wait for.
        if (place.dialect !== 'sqlite') await bothHoldALock()
        await users.lock(second)
        await users.change(second, {}, AT)
      })
    await Promise.all([changeBoth(one, other), changeBoth(other, one)])
    // The retry of one may meet the other again.
    if (place.dialect === 'sqlite') expect(tries).toBe(2)
    else expect(tries).toBeGreaterThanOrEqual(3)
  })
})

/** Returns a function that waits until it has been called this many times; later calls do not wait. */
function createBarrier(callers: number): () => Promise<void> {
  let calls = 0
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return () => {
    calls++
    if (calls >= callers) open()
    return opened
  }
}

/** Opens a session like `session.ts`, with a pause between the check and the insert. */
async function openSession(
  database: RootDatabase,
  userId: number,
  pause: number,
): Promise<number | undefined> {
  return inTransaction(database, async (transaction) => {
    const state = await lockLoginState(transaction, userId, '203.0.113.7')
    if (!state?.account.enabled) return undefined
    await sleep(pause)
    return createSessionStore(transaction).insert(sessionOf(userId))
  })
}

/** Disables a user like the administration: it reads the user before it locks the row, and must see the newest state afterwards. */
async function disable(database: RootDatabase, userId: number): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const users = createUserStore(transaction)
    await users.find(userId)
    await users.lock(userId)
    await users.change(userId, { status: DISABLED }, AT)
    await createRevocationStore(transaction).endAll('user', userId)
    await createChangeStore(transaction).append([{ kind: 'revocation' }], AT)
  })
}
