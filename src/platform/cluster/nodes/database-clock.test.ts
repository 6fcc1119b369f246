import { expect, test } from 'vitest'
import { createClock } from '../../../../test/support/clock.ts'
import { HOUR_IN_MS } from '../../runtime/time-units.ts'
import { openDatabaseClock } from './database-clock.ts'

/** A database whose clock is ahead of the monotonic clock of the node, and how long its answers take. */
async function open(start: { readonly ahead: number; readonly roundTripMs?: number }) {
  const uptime = createClock(1000)
  const database = { ahead: start.ahead, roundTripMs: start.roundTripMs ?? 0, isGone: false }
  const clock = await openDatabaseClock({
    async readTime() {
      if (database.isGone) throw new Error('the database is gone')
      uptime.advance(database.roundTripMs)
      return uptime.now() + database.ahead
    },
    uptimeMs: uptime.now,
  })
  return { clock, uptime, database }
}

test('the clock has the time of the database, whatever the clock of the node', async () => {
  const { clock, uptime } = await open({ ahead: 5 * HOUR_IN_MS })
  expect(clock.now()).toBe(uptime.now() + 5 * HOUR_IN_MS)
  uptime.advance(HOUR_IN_MS)
  expect(clock.now()).toBe(uptime.now() + 5 * HOUR_IN_MS)
})

test('the clock goes on without the database', async () => {
  const { clock, uptime, database } = await open({ ahead: HOUR_IN_MS })
  database.isGone = true
  await expect(clock.measure()).rejects.toThrow('the database is gone')
  uptime.advance(8 * HOUR_IN_MS)
  expect(clock.now()).toBe(uptime.now() + HOUR_IN_MS)
})

test('a database clock that is set back stops the clock until it has caught up', async () => {
  const { clock, uptime, database } = await open({ ahead: HOUR_IN_MS })
  const seen = clock.now()
  database.ahead = 0
  await clock.measure()
  expect(clock.now()).toBe(seen)
  uptime.advance(HOUR_IN_MS / 2)
  expect(clock.now()).toBe(seen)
  uptime.advance(HOUR_IN_MS)
  expect(clock.now()).toBe(uptime.now())
})

test('a database clock that is set forward is followed', async () => {
  const { clock, uptime, database } = await open({ ahead: 0 })
  database.ahead = HOUR_IN_MS
  await clock.measure()
  expect(clock.now()).toBe(uptime.now() + HOUR_IN_MS)
})

test('the clock is never late, and a slow answer does not make it early', async () => {
  const { clock, uptime, database } = await open({ ahead: 0, roundTripMs: 40 })
  expect(clock.now()).toBe(uptime.now() + 40)
  database.roundTripMs = 30_000
  await clock.measure()
  expect(clock.now()).toBe(uptime.now() + 40)
})

test('the clock has whole milliseconds, which databases can compare', async () => {
  const { clock, uptime } = await open({ ahead: 0.25 })
  expect(clock.now()).toBe(uptime.now() + 1)
})
