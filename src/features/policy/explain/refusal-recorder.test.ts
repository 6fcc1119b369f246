import { expect, onTestFinished, test } from 'vitest'
import { IDENTITY } from '../../../../test/support/route-app.ts'
import type { RefusedCall } from '../../../platform/http/call/refused-call.ts'
import type { NewRefusal } from './refusal.store.ts'
import { createRefusalRecorder } from './refusal-recorder.ts'

const REFUSED: RefusedCall = {
  requestId: 'a1',
  reason: 'permission-denied',
  code: 401,
  method: 'GET',
  path: '/orders',
  address: '192.0.2.1',
}

function createRecorder({ keepMinutes = 60 } = {}) {
  const stored: NewRefusal[] = []
  const problems: unknown[] = []
  const deletedBefore: number[] = []
  const database = { isDown: false }
  const recorder = createRefusalRecorder({
    store: {
      async insert(refusals, onStored) {
        if (database.isDown) throw new Error('down')
        stored.push(...refusals)
        onStored?.(refusals)
      },
      async trim() {},
      async deleteBefore(time) {
        deletedBefore.push(time)
      },
    },
    keepMinutes,
    now: () => 10_000_000,
    onProblem: (error) => problems.push(error),
    onDropped: () => {},
  })
  onTestFinished(recorder.close)
  return { recorder, stored, problems, database, deletedBefore }
}

const ofUser = (userId: number): RefusedCall => ({ ...REFUSED, identity: { ...IDENTITY, userId } })
const from = (address: string): RefusedCall => ({ ...REFUSED, address })

test('a refusal is stored with its time', async () => {
  const { recorder, stored, deletedBefore } = createRecorder()
  recorder.record(REFUSED)
  await recorder.flush()
  expect(stored).toEqual([{ ...REFUSED, pattern: '/orders', refusedAt: 10_000_000 }])
  expect(deletedBefore).toEqual([10_000_000 - 60 * 60_000])
})

test('nothing is recorded if explain.keepMinutes is 0, and what was recorded before is deleted', async () => {
  const { recorder, stored, deletedBefore } = createRecorder({ keepMinutes: 0 })
  recorder.record(REFUSED)
  await recorder.flush()
  expect([stored, deletedBefore]).toEqual([[], [10_000_000]])
})

test('a flood without tokens displaces neither known users nor other addresses, and is counted', async () => {
  const { recorder, stored } = createRecorder()
  for (let i = 0; i < 1000; i++) recorder.record(from('192.0.2.66'))
  recorder.record(from('192.0.2.7'))
  for (let i = 0; i < 1000; i++) recorder.record(from(`2001:db8::${i}`))
  recorder.record(ofUser(7))
  await recorder.flush()
  const addresses = stored.filter(({ identity }) => !identity).map(({ address }) => address)
  expect(addresses).toHaveLength(100)
  expect(addresses.filter((address) => address === '192.0.2.66')).toHaveLength(25)
  expect(addresses).toContain('192.0.2.7')
  expect(stored.filter(({ identity }) => identity?.userId === 7)).toHaveLength(1)
  expect(recorder.dropped).toBe(2002 - stored.length)
})

test('one user with many refusals does not displace others', async () => {
  const { recorder, stored } = createRecorder()
  for (let i = 0; i < 1000; i++) recorder.record(ofUser(7))
  recorder.record(ofUser(8))
  await recorder.flush()
  expect(stored.filter(({ identity }) => identity?.userId === 7)).toHaveLength(25)
  expect(stored.filter(({ identity }) => identity?.userId === 8)).toHaveLength(1)
})

test('during an outage refusals wait, within the limits, and the outage is reported once', async () => {
  const { recorder, stored, problems, database } = createRecorder()
  database.isDown = true
  recorder.record(REFUSED)
  for (let i = 0; i < 2; i++) await expect(recorder.flush()).rejects.toThrow('down')
  for (let i = 0; i < 1000; i++) recorder.record(from('192.0.2.66'))
  database.isDown = false
  await recorder.flush()
  expect(stored).toHaveLength(26)
  expect(stored[0]).toMatchObject(REFUSED)
  expect(problems.length).toBeLessThanOrEqual(1)
})

test('a refusal is grouped under its declared route, or under its path without ids', async () => {
  const { recorder, stored } = createRecorder()
  recorder.record({ ...REFUSED, path: '/orders/7', route: '/orders/:number' })
  recorder.record({ ...REFUSED, path: '/shop/orders/4711', identity: IDENTITY })
  recorder.record({ ...REFUSED, path: '' })
  await recorder.flush()
  expect(stored.map(({ pattern }) => pattern)).toEqual(['/orders/:number', '/shop/orders/:id', ''])
})
