import { expect, test } from 'vitest'

import { createRevocations, type Revocation } from './revocation.ts'

const token = { sessionId: 10, userId: 1, roleId: 2 }

type Token = typeof token

function deadBy(marks: readonly Revocation[]): (token: Token) => boolean {
  const { endReasonOf } = createRevocations(marks)
  return (one) => endReasonOf(one) !== undefined
}

test('no token is revoked without revocations', () => {
  expect(createRevocations([]).endReasonOf(token)).toBeUndefined()
})

test('a session revocation revokes only that session', () => {
  const isDead = deadBy([{ kind: 'session', subjectId: 10, upToSession: 10, reason: 'ended' }])
  expect(isDead(token)).toBe(true)
  expect(isDead({ ...token, sessionId: 9 })).toBe(false)
  expect(isDead({ ...token, sessionId: 11 })).toBe(false)
})

test("a user revocation revokes the user's current sessions, but no later ones", () => {
  const isDead = deadBy([{ kind: 'user', subjectId: 1, upToSession: 10, reason: 'ended' }])
  expect(isDead(token)).toBe(true)
  expect(isDead({ ...token, sessionId: 11 })).toBe(false)
  expect(isDead({ ...token, userId: 2 })).toBe(false)
})

test('a role revocation revokes the current sessions of all users with the role', () => {
  const isDead = deadBy([{ kind: 'role', subjectId: 2, upToSession: 10, reason: 'ended' }])
  expect(isDead({ ...token, userId: 99 })).toBe(true)
  expect(isDead({ ...token, roleId: 3 })).toBe(false)
})

test('ids of sessions, users and roles are not confused', () => {
  for (const kind of ['session', 'user', 'role'] as const) {
    const isDead = deadBy([{ kind, subjectId: 5, upToSession: 10, reason: 'ended' }])
    const dead = { session: { sessionId: 5 }, user: { userId: 5 }, role: { roleId: 5 } }
    for (const [of, one] of Object.entries(dead)) expect(isDead({ ...token, ...one })).toBe(of === kind)
  }
})

test('the highest session id of several revocations counts, in any order', () => {
  const marks = [5, 12, 7].map(
    (upToSession) => ({ kind: 'user', subjectId: 1, upToSession, reason: 'ended' }) as const,
  )
  for (const order of [marks, marks.toReversed()]) expect(deadBy(order)(token)).toBe(true)
})

test('the reason of a session revocation precedes that of a user revocation', () => {
  const { endReasonOf } = createRevocations([
    { kind: 'user', subjectId: 1, upToSession: 10, reason: 'password-changed' },
    { kind: 'session', subjectId: 9, upToSession: 9, reason: 'replaced' },
  ])
  expect(endReasonOf({ ...token, sessionId: 9 })).toBe('replaced')
  expect(endReasonOf(token)).toBe('password-changed')
})
