import { expect, test } from 'vitest'
import { watchDependency } from './login-dependencies.ts'

const ONCE = { intervalMs: 2 ** 30 }
const OFTEN = { intervalMs: 1, maxCheckMs: 1 }

test('a failed check is reported once, and reading the result does not run the check again', async () => {
  let checks = 0
  const problems: unknown[] = []
  const full = new Error('no space left')
  const check = async (): Promise<void> => {
    checks++
    throw full
  }
  const { outage, stop } = watchDependency(check, (error) => problems.push(error), ONCE)
  await expect.poll(() => outage.isFailing).toBe(true)
  for (let reads = 0; reads < 1000; reads++) expect(outage.isFailing).toBe(true)
  expect([checks, problems]).toEqual([1, [full]])
  await stop()
})

test('a check that does not end has failed, is not started again, and recovers when it ends', async () => {
  let checks = 0
  let end = () => {}
  const pending = new Promise<void>((resolve) => {
    end = resolve
  })
  const problems: unknown[] = []
  const check = (): Promise<void> => {
    checks++
    return pending
  }
  const { outage, stop } = watchDependency(check, (error) => problems.push(error), OFTEN)
  await expect.poll(() => outage.isFailing).toBe(true)
  expect(problems).toHaveLength(1)
  expect(checks).toBe(1)
  end()
  await expect.poll(() => outage.isFailing).toBe(false)
  await stop()
})
