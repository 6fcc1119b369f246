import { expect, onTestFinished, test } from 'vitest'
import type { Usage } from './usage.ts'
import { createUsageRecorder } from './usage-recorder.ts'

const DECISION = { roleKey: 'editor', method: 'GET', path: '/orders/7', route: '/orders/:id', allowed: true }

function createRecorder({ enabled = true } = {}) {
  const stored: Usage[] = []
  const problems: unknown[] = []
  const database = { isDown: false }
  const recorder = createUsageRecorder({
    store: {
      async add(usages, onStored) {
        if (database.isDown) throw new Error('down')
        stored.push(...usages)
        onStored?.(usages)
      },
      async trim() {},
    },
    enabled,
    now: () => 5,
    onProblem: (error) => problems.push(error),
  })
  onTestFinished(recorder.close)
  return { recorder, stored, problems, database }
}

test('a HEAD is counted as GET, and an unknown route by its path', async () => {
  const { recorder, stored } = createRecorder()
  recorder.record(DECISION)
  recorder.record({ ...DECISION, method: 'HEAD' })
  recorder.record({ ...DECISION, route: undefined, allowed: false })
  await recorder.flush()
  const usage = { roleKey: 'editor', method: 'GET', route: '/orders/:id', firstUsedAt: 5, lastUsedAt: 5 }
  expect(stored).toEqual([
    { ...usage, allowed: true, count: 2 },
    { ...usage, allowed: false, count: 1 },
  ])
})

test('calls of admins are not counted, because no rule decides about them', async () => {
  const { recorder, stored } = createRecorder()
  recorder.record({ ...DECISION, roleKey: 'admin' })
  await recorder.flush()
  expect(stored).toEqual([])
})

test('nothing is counted if it is turned off', async () => {
  const { recorder, stored } = createRecorder({ enabled: false })
  recorder.record(DECISION)
  await recorder.flush()
  expect(stored).toEqual([])
})

test('counts survive a failed attempt to store them', async () => {
  const { recorder, stored, database } = createRecorder()
  recorder.record(DECISION)
  database.isDown = true
  await expect(recorder.flush()).rejects.toThrow('down')
  database.isDown = false
  recorder.record(DECISION)
  await recorder.flush()
  expect(stored).toMatchObject([{ count: 2 }])
})

test('closing stores what was counted, and does not wait for the database during an outage', async () => {
  const { recorder, stored, problems, database } = createRecorder()
  await recorder.flush()
  recorder.record(DECISION)
  await recorder.close()
  expect(stored).toMatchObject([{ count: 1 }])
  database.isDown = true
  recorder.record(DECISION)
  await recorder.close()
  database.isDown = false
  await recorder.close()
  expect(problems).toHaveLength(1)
  expect(stored).toHaveLength(1)
})
