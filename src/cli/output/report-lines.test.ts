import { afterEach, beforeEach, expect, test } from 'vitest'
import { createReports } from '../../authorization/reports/reports.ts'
import { createUsageStore } from '../../authorization/usage/usage.store.ts'
import { type DatabaseHandle, openDatabase } from '../../database/database.ts'
import { readReport } from './report-lines.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NOW = Date.parse('2026-11-17T12:00:00Z')

let handle: DatabaseHandle
beforeEach(async () => {
  handle = await openDatabase('sqlite::memory:')
})
afterEach(() => handle.close())

async function noteOf(usageKeepDays: number, daysAgo?: number): Promise<string | undefined> {
  const { database } = handle
  if (daysAgo !== undefined) {
    const firstUsedAt = NOW - daysAgo * DAY_MS
    const call = { roleKey: 'clerk', method: 'GET', route: '/orders', allowed: true, count: 1 }
    await createUsageStore(database).add([{ ...call, firstUsedAt, lastUsedAt: NOW }])
  }
  const reports = createReports({ database, usageKeepDays, rolesInSettings: new Set(), now: () => NOW })
  return (await readReport(reports, 'unused-rules', { days: 90, limit: 10 })).note
}

test('too short a record: when recording began, and when the first result is due', async () => {
  expect(await noteOf(90, 10)).toBe(
    'Not enough data: recording began on 2026-11-07; the first result is due on 2027-02-05.',
  )
})

test('nothing recorded yet: no date is promised', async () => {
  expect(await noteOf(90)).toBe('Not enough data: no call has been recorded yet.')
})

test('a record that is kept for too short a time, or not at all: the setting', async () => {
  expect(await noteOf(30, 10)).toBe(
    'Not enough data: usage is kept for 30 days (usage.keepDays), less than the 90 days of the report.',
  )
  expect(await noteOf(0)).toBe('Not enough data: usage is not recorded (usage.keepDays is 0).')
})

test('a record of the whole period needs no note', async () => {
  expect(await noteOf(90, 90)).toBeUndefined()
})
