import { expect, test } from 'vitest'
import { createRevocations } from './revocation.ts'

const token = { sessionId: 10, userId: 1, roleId: 2 }

test('without marks every token lives', () => {
  expect(createRevocations([]).isDead(token)).toBe(false)
})

test('a session mark kills that session alone', () => {
  const { isDead } = createRevocations([{ kind: 'session', subjectId: 10, upToSession: 10 }])
  expect(isDead(token)).toBe(true)
  expect(isDead({ ...token, sessionId: 9 })).toBe(false)
  expect(isDead({ ...token, sessionId: 11 })).toBe(false)
})

test('a user mark kills the sessions so far of that user, and none that come after', () => {
  const { isDead } = createRevocations([{ kind: 'user', subjectId: 1, upToSession: 10 }])
  expect(isDead(token)).toBe(true)
  expect(isDead({ ...token, sessionId: 11 })).toBe(false)
  expect(isDead({ ...token, userId: 2 })).toBe(false)
})

test('a role mark kills the sessions so far of everyone in that role', () => {
  const { isDead } = createRevocations([{ kind: 'role', subjectId: 2, upToSession: 10 }])
  expect(isDead({ ...token, userId: 99 })).toBe(true)
  expect(isDead({ ...token, roleId: 3 })).toBe(false)
})

test('of several marks the furthest counts, in any order', () => {
  const marks = [5, 12, 7].map((upToSession) => ({ kind: 'user', subjectId: 1, upToSession }) as const)
  for (const order of [marks, marks.toReversed()]) expect(createRevocations(order).isDead(token)).toBe(true)
})
