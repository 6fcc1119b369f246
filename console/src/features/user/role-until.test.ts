import { expect, test } from 'vitest'
import { localMinute, utcOf } from './role-until.ts'

test('a time is shown in the local zone to the minute, and sent in UTC', () => {
  const time = new Date(2026, 11, 1, 18, 5)
  expect(localMinute(time.toISOString())).toBe('2026-12-01T18:05')
  expect(utcOf('2026-12-01T18:05')).toBe(time.toISOString())
})

test('no time is no end', () => {
  expect(localMinute(null)).toBe('')
  expect(utcOf('')).toBeNull()
  expect(utcOf(undefined)).toBeNull()
})

test('a time that was not edited keeps its seconds', () => {
  const stored = new Date(2026, 11, 1, 18, 5, 42).toISOString()
  expect(utcOf(localMinute(stored), stored)).toBe(stored)
  expect(utcOf('2026-12-01T18:06', stored)).toBe(new Date(2026, 11, 1, 18, 6).toISOString())
})
