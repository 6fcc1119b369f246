import { expect, test } from 'vitest'
import type { Operator } from '../../src/core/audit-log/operator.ts'
import { createRoleHolderStore } from '../../src/core/role/role-holder.store.ts'
import { createSessionStore } from '../../src/core/session/session.store.ts'
import { DISABLED, ENABLED } from '../../src/core/user/status.ts'
import { createUserStore } from '../../src/core/user/user.store.ts'
import { createSuspensionStore } from '../../src/features/approval/four-eyes/suspension.store.ts'
import { onEveryDatabase } from './stores.ts'
import { AT, addUser, sessionOf } from './stores-data.ts'
import { administrationOf, anotherNode, outcomeOf } from './stores-operators.ts'

const ROUNDS = 5

onEveryDatabase((place) => {
  const suspensions = () => createSuspensionStore(place.database)
  const holders = () => createRoleHolderStore(place.database)

  test('suspended users are listed with the other one, and count as confirmers', async () => {
    const { database } = place
    const users = createUserStore(database)
    const [anna, bela] = [await addUser(database, 'änna'), await addUser(database, 'bela')]
    expect((await users.find(anna))?.suspension).toBeUndefined()
    for (const id of [anna, bela]) await users.change(id, { status: DISABLED }, AT)
    expect(await holders().confirmerIds()).toEqual([])
    await suspensions().set(anna, { withUserId: bela, byUserId: anna })
    await suspensions().set(bela, { withUserId: anna, byUserId: anna })
    expect((await users.find(bela))?.suspension).toEqual({ withUserId: anna, byUserId: anna })
    expect(await suspensions().list()).toEqual([
      { userId: anna, username: 'änna', withUserId: bela, withUsername: 'bela', byUserId: anna },
      { userId: bela, username: 'bela', withUserId: anna, withUsername: 'änna', byUserId: anna },
    ])
    expect(await holders().confirmerIds()).toEqual([anna, bela])
    expect(await holders().enabledAdminIds()).toEqual([])
    await suspensions().remove(anna)
    await users.remove(anna)
    expect(await suspensions().list()).toEqual([
      { userId: bela, username: 'bela', withUserId: anna, withUsername: '', byUserId: anna },
    ])
    expect(await suspensions().among([anna, bela])).toHaveLength(1)
    expect(await suspensions().among([])).toEqual([])
    await users.change(bela, { roleUntil: '2100-01-01T00:00:00.000Z', formerRoleId: 1 }, AT)
    expect(await holders().confirmerIds()).toEqual([])
  })

  test('of several suspensions at the same time on two nodes, an administrator remains who decides', async () => {
    const { database } = place
    const fourEyes = { operations: ['grant-administration'], minutes: 60 }
    const nodes = [database, await anotherNode(place)].map(
      (one) => administrationOf(one, undefined, undefined, { fourEyes }).suspensionAdministration,
    )
    const users = createUserStore(database)
    const ids: number[] = []
    for (const name of ['anna', 'bela', 'cleo']) ids.push(await addUser(database, name))
    const [anna = 0, bela = 0, cleo = 0] = ids
    for (let round = 0; round < ROUNDS; round++) {
      const [byAnna, byBela, byCleo] = [
        await operatorOf(anna),
        await operatorOf(bela),
        await operatorOf(cleo),
      ]
      const suspend = (node: number, by: Operator, other: number) =>
        outcomeOf(nodes[node]?.suspend(by, other) ?? Promise.resolve())
      const outcomes = await Promise.all([
        suspend(0, byAnna, bela),
        suspend(1, byBela, anna),
        suspend(1, byCleo, anna),
        suspend(0, byBela, cleo),
      ])
      expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
      const left = await holders().enabledAdminIds()
      expect(left).toHaveLength(1)
      expect(await suspensions().list()).toHaveLength(2)
      const [third = 0] = left
      const byThird = await operatorOf(third)
      for (const { userId } of await suspensions().list()) {
        // Two decisions at the same time: one counts.
        const decisions = await Promise.all([
          outcomeOf(nodes[0]?.decide(byThird, userId, 'restore') ?? Promise.resolve()),
          outcomeOf(nodes[1]?.decide(byThird, userId, 'keep') ?? Promise.resolve()),
        ])
        expect(decisions.sort()).toEqual(['done', 'not-suspended'])
        await users.change(userId, { status: ENABLED }, AT)
      }
    }

    /** Opens a session as after a login. */
    async function operatorOf(userId: number): Promise<Operator> {
      const user = await users.find(userId)
      const sessionId = await createSessionStore(database).insert(sessionOf(userId))
      return {
        userId,
        username: user?.username ?? '',
        roleId: user?.roleId ?? 0,
        sessionId,
        loggedInAt: Date.now(),
        source: 'http',
        ipaddr: '',
        requestId: '',
      }
    }
  })
})
