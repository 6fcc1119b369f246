import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import type { StoredHash } from './stored-hash.store.ts'
import { createStoredHashKinds } from './stored-hash-kinds.ts'

const decoy = (cost: string): string => `$2b$${cost}$${'.'.repeat(53)}`
const bcrypt = (cost: string): string => `$2y$${cost}$${'e'.repeat(53)}`

const stored = (id: number, cost: string): StoredHash => ({ id, username: `user-${id}`, hash: bcrypt(cost) })

/** Looks at users that can be changed, and notes after which one it asked each time. */
function place(costs: readonly string[], page?: (afterId: number) => Promise<readonly StoredHash[]>) {
  const users: StoredHash[] = []
  const add = (...costs: readonly string[]) => {
    for (const cost of costs) users.push(stored(users.length + 1, cost))
  }
  add(...costs)
  const asked: number[] = []
  const problems: unknown[] = []
  const outdated = createStoredHashKinds({
    store: {
      async page(afterId) {
        asked.push(afterId)
        return page?.(afterId) ?? users.filter(({ id }) => id > afterId)
      },
    },
    onProblem: (error) => problems.push(error),
    intervalMs: 5,
    readsPerFullRead: 3,
  })
  onTestFinished(outdated.close)
  return { outdated, asked, problems, add, users }
}

test('every read covers new users, and a full read drops kinds that are no longer stored', async () => {
  const { outdated, asked, users } = place(['04'])
  await eventually(() => expect(asked.slice(0, 9)).toEqual([0, 1, 1, 1, 0, 1, 1, 1, 0]))
  expect(outdated.decoys()).toEqual([decoy('04')])
  users.pop()
  await eventually(() => expect(outdated.decoys()).toEqual([]))
})

test('a kind is used as soon as it is read, before all users have been read', async () => {
  const seen: (readonly string[])[] = []
  const { outdated } = place([], async (afterId) => {
    if (afterId > 0) seen.push(outdated.decoys())
    return afterId < 3 ? [stored(afterId + 1, `0${afterId + 4}`)] : []
  })
  await eventually(() => expect(seen.length).toBeGreaterThan(2))
  expect(seen.slice(0, 3)).toEqual([
    ['04'].map(decoy),
    ['04', '05'].map(decoy),
    ['04', '05', '06'].map(decoy),
  ])
})

test('the most common kinds come first, and a kind noticed at logins counts once', async () => {
  const { outdated, add } = place(['05', '05', '04'])
  await eventually(() => expect(outdated.decoys()).toEqual(['05', '04'].map(decoy)))
  add('04', '04')
  await eventually(() => expect(outdated.decoys()).toEqual(['04', '05'].map(decoy)))
  for (let i = 0; i < 9; i++) outdated.notice(bcrypt('06'))
  expect(outdated.decoys()).toEqual(['04', '05', '06'].map(decoy))
})

test('a hash above the limit is not a kind, neither when it is read nor when it is noticed', async () => {
  const { outdated, asked } = place(['14', '05', '31'])
  await eventually(() => expect(asked.length).toBeGreaterThan(2))
  for (const cost of ['14', '31']) outdated.notice(bcrypt(cost))
  expect(outdated.decoys()).toEqual([decoy('05')])
})

test('every outage is reported once', async () => {
  let isDown = true
  const { asked, problems } = place([], async () => {
    if (isDown) throw new Error('gone')
    return []
  })
  await eventually(() => expect(asked.length).toBeGreaterThan(2))
  expect(problems).toHaveLength(1)
  isDown = false
  const before = asked.length
  await eventually(() => expect(asked.length).toBeGreaterThan(before + 1))
  isDown = true
  await eventually(() => expect(problems).toHaveLength(2))
})

test('closing ends a read in progress', async () => {
  const { outdated, asked } = place([], async (afterId) => (afterId < 50 ? [stored(afterId + 1, '04')] : []))
  await eventually(() => expect(asked.length).toBeGreaterThan(1))
  await outdated.close()
  expect(asked.length).toBeLessThan(50)
})
