import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { createStoredHashKinds } from './stored-hash-kinds.ts'

const decoy = (cost: string): string => `$2b$${cost}$${'.'.repeat(53)}`
const bcrypt = (cost: string): string => `$2y$${cost}$${'e'.repeat(53)}`

/** Reads the kinds of a map that can be changed, and counts the reads. */
function place(counts: Readonly<Record<string, number>>) {
  const state = { kinds: kindsOf(counts), isDown: false, reads: 0 }
  const problems: unknown[] = []
  const outdated = createStoredHashKinds({
    store: {
      async outdatedKinds() {
        state.reads++
        if (state.isDown) throw new Error('gone')
        return state.kinds
      },
    },
    onProblem: (error) => problems.push(error),
    intervalMs: 5,
  })
  onTestFinished(outdated.close)
  const nextRead = async (): Promise<void> => {
    const before = state.reads
    // The second one began after the first was over.
    await eventually(() => expect(state.reads).toBeGreaterThan(before + 1))
  }
  return { outdated, state, problems, nextRead }
}

function kindsOf(counts: Readonly<Record<string, number>>): ReadonlyMap<string, number> {
  return new Map(Object.entries(counts).map(([cost, count]) => [decoy(cost), count]))
}

test('every read adds new kinds and drops those that are no longer stored', async () => {
  const { outdated, state, nextRead } = place({ '04': 1 })
  await nextRead()
  expect(outdated.decoys()).toEqual([decoy('04')])
  state.kinds = kindsOf({ '05': 1 })
  await nextRead()
  expect(outdated.decoys()).toEqual([decoy('05')])
})

test('the most common kinds come first, at most three', async () => {
  const { outdated, nextRead } = place({ '04': 1, '05': 3, '06': 2, '07': 4 })
  await nextRead()
  expect(outdated.decoys()).toEqual(['07', '05', '06'].map(decoy))
})

test('a kind noticed at logins counts once, unless it is current or above the limit', async () => {
  const { outdated, state, nextRead } = place({ '05': 2 })
  await nextRead()
  state.isDown = true
  await nextRead()
  for (let i = 0; i < 9; i++) outdated.notice(bcrypt('06'))
  for (const hash of [bcrypt('14'), bcrypt('31'), 'no hash']) outdated.notice(hash)
  expect(outdated.decoys()).toEqual(['05', '06'].map(decoy))
})

test('every outage is reported once, and the known kinds stay', async () => {
  const { outdated, state, problems, nextRead } = place({ '04': 1 })
  await nextRead()
  state.isDown = true
  await nextRead()
  await nextRead()
  expect(problems).toHaveLength(1)
  expect(outdated.decoys()).toEqual([decoy('04')])
  state.isDown = false
  await nextRead()
  state.isDown = true
  await nextRead()
  expect(problems).toHaveLength(2)
})
