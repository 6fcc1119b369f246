import { expect, test } from 'vitest'
import type { LastUse } from '../../login/service-accounts/service-account.store.ts'
import { createLastUseRecorder } from './last-use-recorder.ts'

const DECISION = { roleKey: 'robot', method: 'GET', route: '/orders/:id', allowed: true }

function createRecorder(recordLastUse: (userId: number, use: LastUse) => Promise<void>) {
  const problems: unknown[] = []
  const recorder = createLastUseRecorder({
    store: { ids: async () => new Set([7]), recordLastUse },
    now: () => 1000,
    onProblem: (error) => problems.push(error),
  })
  return { recorder, problems }
}

test('many requests of an account are one write, and those of people none', async () => {
  const written: unknown[] = []
  const { recorder } = createRecorder(async (userId, use) => {
    written.push({ userId, ...use })
  })
  await Promise.resolve()
  for (const userId of [7, 8, 7, 7])
    for (const path of ['/orders/1', '/orders/2'])
      recorder.record({ ...DECISION, path }, { userId, address: '::ffff:10.0.0.5' })
  expect(written).toEqual([])
  await recorder.close()
  expect(written).toEqual([{ userId: 7, at: 1000, network: '10.0.0.5', route: 'GET /orders/:id' }])
})

test('a write that fails is reported once and does not disturb requests', async () => {
  const { recorder, problems } = createRecorder(async () => {
    throw new Error('the database is gone')
  })
  await Promise.resolve()
  recorder.record({ ...DECISION, path: '/orders/1' }, { userId: 7, address: '10.0.0.5' })
  await recorder.close()
  expect(problems).toHaveLength(1)
})
