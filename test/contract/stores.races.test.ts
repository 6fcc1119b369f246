import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createChangeStore } from '../../src/change-feed/change.store.ts'
import type { RootDatabase } from '../../src/database/database.ts'
import { inTransaction } from '../../src/database/transaction.ts'
import { createSessionStore } from '../../src/session/session.store.ts'
import { createRevocationStore } from '../../src/token/revocation.store.ts'
import { createAccountStore } from '../../src/user/account.store.ts'
import { createUserStore } from '../../src/user/user.store.ts'
import { DISABLED } from '../../src/user/user.ts'
import { onEveryDatabase } from './stores.ts'
import { AT, addUser, sessionOf } from './stores-data.ts'

onEveryDatabase((place) => {
  test('a session that is opened while its user is disabled does not survive', async () => {
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

  test('of two admins that are disabled at once, one stays', async () => {
    const [one, other] = [await addUser(place.database, 'one'), await addUser(place.database, 'other')]
    const disableUnlessLast = (id: number) =>
      inTransaction(place.database, async (transaction) => {
        const users = createUserStore(transaction)
        const others = await users.countOtherEnabledAdmins(id)
        await sleep(5)
        if (others > 0) await users.change(id, { status: DISABLED }, AT)
      })
    await Promise.all([disableUnlessLast(one), disableUnlessLast(other)])
    expect(await createUserStore(place.database).countOtherEnabledAdmins(0)).toBe(1)
  })

  test('transactions that wait for each other are broken off and done again', async () => {
    const [one, other] = [await addUser(place.database, 'one'), await addUser(place.database, 'other')]
    let tries = 0
    const changeBoth = (first: number, second: number) =>
      inTransaction(place.database, async (transaction) => {
        tries++
        const users = createUserStore(transaction)
        await users.lock(first)
        await sleep(50)
        await users.lock(second)
        await users.change(second, {}, AT)
      })
    await Promise.all([changeBoth(one, other), changeBoth(other, one)])
    expect(tries).toBe(place.dialect === 'sqlite' ? 2 : 3)
  })
})

/** As `session.ts` does it, with a pause where it would hurt. */
async function openSession(
  database: RootDatabase,
  userId: number,
  pause: number,
): Promise<number | undefined> {
  return inTransaction(database, async (transaction) => {
    const account = await createAccountStore(transaction).findLocked(userId)
    if (!account?.enabled) return undefined
    await sleep(pause)
    return createSessionStore(transaction).insert(sessionOf(userId))
  })
}

/** As `user-administration.ts` does it: it looks before it locks, and must not go on seeing what it saw then. */
async function disable(database: RootDatabase, userId: number): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const users = createUserStore(transaction)
    await users.find(userId)
    await users.lock(userId)
    await users.change(userId, { status: DISABLED }, AT)
    await createRevocationStore(transaction).endAll('user', userId)
    await createChangeStore(transaction).append(['revocation'], AT)
  })
}
