import { expect, test } from 'vitest'
import { HOUR_IN_MS } from '../../../../platform/runtime/time-units.ts'
import { createDiscoveryCache } from './discovery-cache.ts'

function createFixture() {
  let time = 0
  let calls = 0
  let isDown = false
  const read = createDiscoveryCache({
    now: () => time,
    discover: async () => {
      calls++
      if (isDown) throw new Error('down')
      return calls
    },
  })
  return {
    read,
    calls: () => calls,
    setDown: (value: boolean) => {
      isDown = value
    },
    advance: (ms: number) => {
      time += ms
    },
  }
}

test('nothing is read before the first login, and then once per hour', async () => {
  const { read, calls, advance } = createFixture()
  expect(calls()).toBe(0)
  expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1])
  advance(HOUR_IN_MS - 1)
  expect(await read()).toBe(1)
  advance(1)
  expect(await read()).toBe(2)
  expect(calls()).toBe(2)
})

test('a provider that is down is tried twice, then again after a few seconds', async () => {
  const { read, calls, setDown, advance } = createFixture()
  setDown(true)
  await expect(read()).rejects.toThrow('down')
  expect(calls()).toBe(2)
  await expect(read()).rejects.toThrow('down')
  expect(calls()).toBe(2)
  setDown(false)
  advance(5000)
  expect(await read()).toBe(3)
})

test('while a provider is down, what it said before is used', async () => {
  const { read, setDown, advance } = createFixture()
  expect(await read()).toBe(1)
  setDown(true)
  advance(HOUR_IN_MS)
  expect(await read()).toBe(1)
  expect(await read()).toBe(1)
  setDown(false)
  advance(5000)
  expect(await read()).toBe(4)
})

test('a clock that is set back does not delay the next attempt', async () => {
  const { read, setDown, advance } = createFixture()
  setDown(true)
  await expect(read()).rejects.toThrow('down')
  setDown(false)
  advance(-HOUR_IN_MS)
  expect(await read()).toBe(3)
})
