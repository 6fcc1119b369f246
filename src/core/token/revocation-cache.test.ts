import { beforeEach, expect, test, vi } from 'vitest'
import type { StoredRevocation } from './revocation.store.ts'
import { createRevocationCache, type RevocationCache } from './revocation-cache.ts'

/** What is committed, by number; and what was asked for. */
let rows: Map<number, StoredRevocation>
let reads: string[]
let uptime: number
let follower: RevocationCache

beforeEach(() => {
  rows = new Map()
  reads = []
  uptime = 0
  const store = {
    async all() {
      reads.push('all')
      return [...rows.values()]
    },
    async since(id: number, others: readonly number[]) {
      reads.push(`since ${id}${others.length > 0 ? ` and ${others.join(' ')}` : ''}`)
      return [...rows.values()].filter((row) => row.id > id || others.includes(row.id))
    },
  }
  follower = createRevocationCache(store, () => uptime)
})

/** The mark of this number ends the session of the same number. */
function commit(...ids: number[]): void {
  for (const id of ids) rows.set(id, { id, kind: 'session', subjectId: id, upToSession: id, reason: 'ended' })
}

function isDead(sessionId: number): boolean {
  return follower.current().endReasonOf({ sessionId, userId: 1, roleId: 1 }) !== undefined
}

test('reads everything once, then only new revocations', async () => {
  commit(1, 2, 3)
  await follower.reload(true)
  commit(4)
  await follower.reload(false)
  commit(5)
  await follower.reload(false)
  expect([1, 2, 3, 4, 5, 6].filter(isDead)).toEqual([1, 2, 3, 4, 5])
  expect(reads).toEqual(['all', 'since 3', 'since 4'])
})

test('an id that is committed after a higher one is not missed', async () => {
  commit(1)
  await follower.reload(true)
  commit(4)
  await follower.reload(false)
  expect(isDead(4)).toBe(true)
  commit(3)
  await follower.reload(false)
  expect(isDead(3)).toBe(true)
  commit(2)
  await follower.reload(false)
  expect(isDead(2)).toBe(true)
  expect(reads).toEqual(['all', 'since 1', 'since 4 and 2 3', 'since 4 and 2'])
})

test('an id that was not committed at the start is not missed', async () => {
  commit(1, 3)
  await follower.reload(true)
  commit(2)
  await follower.reload(false)
  expect(isDead(2)).toBe(true)
})

test('a missing id is queried only as long as its transaction can be open', async () => {
  commit(1, 3)
  await follower.reload(true)
  await follower.reload(false)
  uptime = 601
  await follower.reload(false)
  await follower.reload(false)
  expect(reads).toEqual(['all', 'since 3 and 2', 'since 3 and 2', 'since 3'])
})

test('limits: ten minutes, a thousand ids below the newest, and one hour', async () => {
  uptime = 50
  commit(1)
  await follower.reload(true)
  commit(2001)
  await follower.reload(false)
  uptime = 650
  await follower.reload(false)
  const gaps = Array.from({ length: 1000 }, (_, place) => 1001 + place)
  expect(reads.slice(1)).toEqual(['since 1', `since 2001 and ${gaps.join(' ')}`])
  uptime = 3650
  await follower.reload(false)
  expect(reads.at(-1)).toMatch(/^since 2001 and 1001 /)
  await follower.reload(false)
  expect(reads.at(-1)).toBe('since 2001')
})

test('a full read clears the missing ids', async () => {
  commit(1, 5)
  await follower.reload(true)
  rows.clear()
  commit(3)
  await follower.reload(true)
  await follower.reload(false)
  expect(reads).toEqual(['all', 'all', 'since 3 and 1 2'])
  uptime = 3000
  await follower.reload(true)
  uptime = 6600
  await follower.reload(false)
  expect(reads.at(-1)).toMatch(/^since/)
})

test('uses the monotonic clock of the process by default', async () => {
  const asked: string[] = []
  const noting = (name: string) => async () => {
    asked.push(name)
    return []
  }
  const own = createRevocationCache({ all: noting('all'), since: noting('since') })
  vi.spyOn(performance, 'now').mockReturnValue(1_000_000)
  await own.reload(false)
  vi.spyOn(performance, 'now').mockReturnValue(1_000_000 + 3_600_000)
  await own.reload(false)
  vi.spyOn(performance, 'now').mockReturnValue(1_000_000 + 3_600_001)
  await own.reload(false)
  vi.restoreAllMocks()
  expect(asked).toEqual(['all', 'since', 'all'])
})

test('reads everything again if the change is unknown, and once an hour', async () => {
  commit(1, 2)
  await follower.reload(true)
  rows.delete(1)
  await follower.reload(true)
  expect(isDead(1)).toBe(false)
  uptime = 3601
  await follower.reload(false)
  expect(reads).toEqual(['all', 'all', 'all'])
})

test('a failed read changes nothing', async () => {
  commit(1)
  await follower.reload(true)
  const failing = createRevocationCache({
    all: () => Promise.reject(new Error('away')),
    since: () => Promise.reject(new Error('away')),
  })
  await expect(failing.reload(true)).rejects.toThrow('away')
  expect(isDead(1)).toBe(true)
})
