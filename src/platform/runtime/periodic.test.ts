import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runPeriodically } from './periodic.ts'

const STARTED_AT_MS = 1234

beforeEach(() => {
  vi.useFakeTimers()
  vi.advanceTimersByTime(STARTED_AT_MS)
})
afterEach(() => {
  vi.useRealTimers()
})

test('tasks that began at different times run at common times', async () => {
  const begin = performance.now()
  const onProblem = () => expect.unreachable()
  const runs: string[] = []
  const task = (name: string) => async () =>
    void runs.push(`${name} ${performance.now() - (begin - STARTED_AT_MS)}`)
  const stops = [runPeriodically(1000, task('slow'), onProblem)]
  vi.advanceTimersByTime(100)
  stops.push(runPeriodically(500, task('fast'), onProblem))
  await vi.advanceTimersByTimeAsync(1700)
  expect(runs).toEqual([
    'slow 1234',
    'fast 1334',
    'fast 1500',
    'slow 2000',
    'fast 2000',
    'fast 2500',
    'slow 3000',
    'fast 3000',
  ])
  for (const stop of stops) await stop()
  await vi.advanceTimersByTimeAsync(5000)
  expect(runs).toHaveLength(8)
})

test('a run is skipped while the previous one is in progress, and a failed one is reported', async () => {
  const ends: ((error?: Error) => void)[] = []
  const problems: unknown[] = []
  const work = () =>
    new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())))
  const stop = runPeriodically(100, work, (problem) => problems.push(problem))
  await vi.advanceTimersByTimeAsync(1000)
  expect(ends).toHaveLength(1)
  ends[0]?.(new Error('failed'))
  await vi.advanceTimersByTimeAsync(100)
  expect(problems).toEqual([new Error('failed')])
  expect(ends).toHaveLength(2)
  ends[1]?.()
  await stop()
})
