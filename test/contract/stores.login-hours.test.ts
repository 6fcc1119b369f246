import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createLoginLogStore } from '../../src/core/login-log/login-log.store.ts'
import type { LoginLogEntry } from '../../src/core/login-log/login-log-entry.ts'
import { ALL_USERS } from '../../src/core/user/list/user-scope.ts'
import { onEveryDatabase } from './stores.ts'
import { AT, logEntry } from './stores-data.ts'
import { administrationOf, anotherNode, OPERATOR } from './stores-operators.ts'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR
const OUTCOMES = [
  { status: '2', reason: 'logged-in' },
  { status: '2', reason: 'logged-out' },
  { status: '1', reason: 'credentials-wrong' },
  { status: '1', reason: 'captcha-wrong' },
] as const

onEveryDatabase((place) => {
  /** Compares the counts per hour with the entries of the log. */
  async function expectCounted(): Promise<void> {
    const counted = await place.database
      .selectFrom('login_log_hours')
      .select(['hour', 'status', 'reason', 'count'])
      .execute()
    const hour = sql<number>`login_time - login_time % ${sql.lit(HOUR)}`
    const stored = await place.database
      .selectFrom('login_log')
      .select((of) => [hour.as('hour'), 'status', 'reason', of.fn.countAll<number>().as('count')])
      .groupBy([hour, 'status', 'reason'])
      .execute()
    expect(linesOf(counted)).toEqual(linesOf(stored))
  }

  test('the counts per hour are those of the entries, after any writes, repetitions, deletions and retention', async () => {
    const nodes = [place.database, await anotherNode(place)]
    const all: LoginLogEntry[] = []
    for (let round = 0; round < 12; round++) {
      const more = Array.from({ length: 130 }, (_, index) => entryOf(`${round} ${index}`))
      all.push(...more)
      const repeated = all.filter(() => Math.random() < 0.05)
      await Promise.all([
        createLoginLogStore(nodes[0] ?? place.database).insertMany(more),
        createLoginLogStore(nodes[1] ?? place.database).insertMany([...repeated, ...more.slice(0, 20)]),
      ])
      await expectCounted()
      const now = AT + 3 * DAY
      const { loginLogAdministration } = administrationOf(place.database, () => now)
      const { list } = await createLoginLogStore(place.database).page(
        ALL_USERS,
        {},
        { pageIndex: 2, pageSize: 50 },
      )
      const ids = list.filter(() => Math.random() < 0.3).map(({ id }) => id)
      if (ids.length > 0) await loginLogAdministration.remove(OPERATOR, ids)
      await expectCounted()
      if (round % 4 === 3) await loginLogAdministration.deleteOlderThan(2)
      await expectCounted()
    }
    const { loginLogAdministration } = administrationOf(place.database, () => AT + 9 * DAY)
    await loginLogAdministration.deleteOlderThan(0)
    expect(await place.database.selectFrom('login_log_hours').selectAll().execute()).toEqual([])
  })

  test('entries that cannot be stored are not counted', async () => {
    const tooLong = logEntry('too long', { username: 'x'.repeat(300) })
    const log = createLoginLogStore(place.database)
    await expect(log.insertMany([logEntry('fits'), tooLong])).rejects.toThrow()
    expect(await place.database.selectFrom('login_log_hours').selectAll().execute()).toEqual([])
  })
})

function entryOf(key: string): LoginLogEntry {
  const outcome = OUTCOMES[Math.floor(Math.random() * OUTCOMES.length)] ?? OUTCOMES[0]
  const loginTime = new Date(AT + Math.floor(Math.random() * 3 * DAY)).toISOString()
  return logEntry(key, { ...outcome, loginTime })
}

function linesOf(
  rows: readonly { hour: number; status: string; reason: string; count: number | string }[],
): string[] {
  return rows
    .map(({ hour, status, reason, count }) => `${hour} ${status} ${reason} ${Number(count)}`)
    .toSorted()
}
