import { expect, test } from 'vitest'
import { eventually } from '../../../../test/support/eventually.ts'
import { createMessageQueue, drainMsOf } from './message-queue.ts'

const LIMITS = { concurrency: 1, maxWaiting: 1, timeoutMs: 60_000, drainMs: 60_000 }

test('closing waits for the work in the queue, and further work is refused', async () => {
  const done: number[] = []
  const queue = createMessageQueue({ ...LIMITS, onProblem: () => {} })
  for (const number of [1, 2]) queue.add(async () => void done.push(number))
  expect(() => queue.add(async () => void done.push(3))).toThrow('unavailable')
  await queue.close()
  expect(done).toEqual([1, 2])
  expect(() => queue.add(async () => {})).toThrow('unavailable')
})

test('work that takes too long is aborted at the end, and what waits is dropped', async () => {
  const problems: unknown[] = []
  let started = 0
  const queue = createMessageQueue({ ...LIMITS, drainMs: 1, onProblem: (error) => problems.push(error) })
  const hang = (signal: AbortSignal) =>
    new Promise<void>((_resolve, reject) => {
      started++
      signal.addEventListener('abort', () => reject(new Error('aborted')))
    })
  queue.add(hang)
  queue.add(hang)
  await eventually(() => expect(started).toBe(1))
  await queue.close()
  expect(problems.map(String)).toEqual(['Error: aborted'])
  expect(started).toBe(1)
})

test('each piece of work has a time limit', async () => {
  const queue = createMessageQueue({ ...LIMITS, timeoutMs: 1, onProblem: () => {} })
  let isAborted = false
  queue.add(
    (signal) =>
      new Promise((resolve) => {
        const end = () => {
          isAborted = true
          resolve()
        }
        if (signal.aborted) end()
        signal.addEventListener('abort', end)
      }),
  )
  await queue.close()
  expect(isAborted).toBe(true)
})

test('closing leaves time for other parts within the time limit of a shutdown', () => {
  expect([1, 10, 600].map(drainMsOf)).toEqual([250, 2500, 3000])
})

test('a failure is reported and does not stop the queue', async () => {
  const problems: unknown[] = []
  const queue = createMessageQueue({ ...LIMITS, onProblem: (error) => problems.push(error) })
  let done = 0
  queue.add(async () => {
    throw new Error('first')
  })
  queue.add(async () => void done++)
  await queue.close()
  expect([problems.map(String), done]).toEqual([['Error: first'], 1])
})
