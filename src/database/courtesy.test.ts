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

test.each([
  ['as long as others took', 0.5, 1],
  ['two milliseconds, however long others took', 50, 2],
])('who has waited goes on for %s, and no longer', async (_, millisecondsATurn, goesFor) => {
  const { world, letOthersGo } = courtesyAmong(millisecondsATurn)
  await letOthersGo()
  world.time += goesFor - 0.01
  await letOthersGo()
  expect(world.turns).toBe(2)
  world.time += 0.02
  await letOthersGo()
  expect(world.turns).toBe(4)
})
