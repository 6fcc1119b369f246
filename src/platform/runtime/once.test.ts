import { expect, test } from 'vitest'
import { once } from './once.ts'

test('a value is computed once, also for calls at the same time', async () => {
  let count = 0
  const next = once(async () => ++count)
  expect(await Promise.all([next(), next()])).toEqual([1, 1])
  expect(await next()).toBe(1)
})

test('a failure is not cached', async () => {
  let count = 0
  const next = once(async () => {
    if (++count === 1) throw new Error('unavailable')
    return count
  })
  await expect(next()).rejects.toThrow('unavailable')
  expect(await next()).toBe(2)
  expect(await next()).toBe(2)
})
