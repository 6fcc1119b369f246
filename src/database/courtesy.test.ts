import { expect, test } from 'vitest'
import { createCourtesy } from './courtesy.ts'

/** A courtesy in a world in which every turn of the event loop takes so long. */
function courtesyAmong(millisecondsATurn: number) {
  const world = { time: 1000, turns: 0 }
  const letOthersGo = createCourtesy({
    now: () => world.time,
    nextTurn: async () => {
      world.turns++
      world.time += millisecondsATurn
    },
  })
  return { world, letOthersGo }
}

test('where others need no time, they go first every time, after a new look for events', async () => {
  const { world, letOthersGo } = courtesyAmong(0)
  for (const turns of [2, 4, 6]) {
    await letOthersGo()
    expect(world.turns).toBe(turns)
  }
})

test('who has waited goes on for as long as others took, and no longer', async () => {
  const { world, letOthersGo } = courtesyAmong(0.5)
  await letOthersGo()
  world.time += 0.99
  await letOthersGo()
  expect(world.turns).toBe(2)
  world.time += 0.01
  await letOthersGo()
  expect(world.turns).toBe(4)
})

test('however long others took, they have their turn again after two milliseconds', async () => {
  const { world, letOthersGo } = courtesyAmong(50)
  await letOthersGo()
  world.time += 1.99
  await letOthersGo()
  expect(world.turns).toBe(2)
  world.time += 0.01
  await letOthersGo()
  expect(world.turns).toBe(4)
})
