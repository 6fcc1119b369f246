import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createGroups } from './journal-group.ts'

test('items of one turn are one group, in order; a group that fails refuses only its own items', async () => {
  const written: number[][] = []
  const groups = createGroups<number>(async (items) => {
    if (items.includes(3)) throw new Error('no')
    written.push(items)
  })
  await Promise.all([groups.add(1), groups.add(2)])
  await expect(Promise.all([groups.add(3), groups.add(4)])).rejects.toThrow('no')
  await groups.add(5)
  expect(written).toEqual([[1, 2], [5]])
})

test('items that come during a write wait for the next', async () => {
  const written: number[][] = []
  const groups = createGroups<number>(async (items) => {
    await nextTurn()
    written.push(items)
  })
  const first = groups.add(1)
  await nextTurn()
  await Promise.all([first, groups.add(2), groups.add(3)])
  expect(written).toEqual([[1], [2, 3]])
})

test('settled waits for what was added before it', async () => {
  let isWritten = false
  const groups = createGroups<number>(async () => {
    await nextTurn()
    isWritten = true
  })
  await groups.settled()
  void groups.add(1)
  await groups.settled()
  expect(isWritten).toBe(true)
})

test('those who add again as soon as they are answered leave the event loop its turns', async () => {
  const groups = createGroups<number>(async () => {})
  let isOver = false
  const turn = new Promise<void>((resolve) => setTimeout(resolve, 1)).then(() => {
    isOver = true
  })
  const loop = async () => {
    while (!isOver) await groups.add(1)
  }
  await Promise.all([turn, loop(), loop(), loop()])
})
