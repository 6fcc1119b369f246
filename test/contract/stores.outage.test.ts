import { createServer } from 'node:net'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { createUserStore } from '../../src/core/user/user.store.ts'
import { openDatabase, type RootDatabase } from '../../src/platform/database/database.ts'
import { isUnavailable, isUniqueViolation } from '../../src/platform/database/database-error.ts'
import { inTransaction } from '../../src/platform/database/query/transaction.ts'
import { eventually } from '../support/eventually.ts'
import { onEveryDatabase, type Place } from './stores.ts'
import { addUser, listUsers } from './stores-data.ts'
import {
  addressOf,
  cleanUp,
  cutFromElsewhere,
  freePort,
  impatient,
  listen,
  onCleanUp,
  openOther,
  slowStatement,
  withPort,
} from './stores-outage.ts'

afterEach(cleanUp)

onEveryDatabase((place) => {
  test('a lock that is not released in time', async () => {
    const other = await openOther(place)
    const id = await addUser(place.database, 'alice')
    const failure = await inTransaction(place.database, async (transaction) => {
      const users = createUserStore(transaction)
      await users.lock(id)
      return failureOf(createUserStore(other).change(id, {}, 1))
    })
    expectUnavailable(failure)
    // Nothing is left behind: the next one goes through.
    await createUserStore(other).change(id, {}, 1)
  })

  if (place.dialect !== 'sqlite') onServers(place)
})

/** What an embedded database cannot suffer. */
function onServers(place: Place): void {
  describe('a server', () => {
    test('that refuses connections', async () => {
      const port = await freePort()
      const failure = await failureOf(openDatabase(withPort(place.url, port)))
      expectUnavailable(failure)
      expect(String(failure)).not.toContain(new URL(place.url).password)
    })

    test('that accepts connections and never responds', async () => {
      const silent = await listen(createServer((socket) => onCleanUp(() => socket.destroy())))
      const database = impatient({ ...addressOf(place), port: silent })
      expectUnavailable(await failureOf(sql`select 1`.execute(database)))
      await database.destroy()
    })

    test('that refuses the password: a configuration error, not an outage', async () => {
      const url = new URL(place.url)
      url.password = 'not-the-password'
      const failure = await failureOf(openDatabase(url.href))
      expect(failure).toBeInstanceOf(Error)
      expect({ unavailable: isUnavailable(failure), text: String(failure) }).toEqual({
        unavailable: false,
        text: expect.not.stringContaining('not-the-password'),
      })
    })

    test('whose statement takes too long', async () => {
      const database = impatient(addressOf(place))
      expectUnavailable(await failureOf(slowStatement(place).execute(database)))
      await expectAnswers(database)
      await database.destroy()
    })

    test('whose connections are all in use', async () => {
      const database = impatient(addressOf(place))
      await database.connection().execute(async () => {
        expectUnavailable(await failureOf(sql`select 1`.execute(database)))
      })
      await expectAnswers(database)
      await database.destroy()
    })

    test('that closes a connection: an idle one is replaced, a transaction is rolled back', async () => {
      const database = impatient(addressOf(place))
      await cutFromElsewhere(place, database)
      await expectAnswers(database)
      const failure = await failureOf(
        inTransaction(database, async (transaction) => {
          await addUser(transaction, 'alice')
          await cutFromElsewhere(place, transaction)
          await addUser(transaction, 'bob')
        }),
      )
      expectUnavailable(failure)
      expect(await listUsers(place.database)).toMatchObject({
        count: 0,
      })
      await expectAnswers(database)
      await database.destroy()
    })
  })
}

function expectUnavailable(failure: unknown): void {
  const outcome = { unavailable: isUnavailable(failure), unique: isUniqueViolation(failure) }
  expect(outcome, String(failure)).toEqual({ unavailable: true, unique: false })
}

/** A connection that was cut may be noticed a moment later. */
async function expectAnswers(database: RootDatabase): Promise<void> {
  const { rows } = await eventually(() => sql`select 1 as one`.execute(database))
  expect(rows).toEqual([{ one: 1 }])
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'it did not fail',
    (error: unknown) => error,
  )
}
