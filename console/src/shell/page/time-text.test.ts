import { expect, test } from 'vitest'
import { clockText, dayText, timeText } from './time-text.ts'

test('a time has the same form everywhere, in the local zone', () => {
  const time = new Date(2026, 0, 5, 18, 7, 9)
  expect(dayText(time.getTime())).toBe('2026-01-05')
  expect(timeText(time.toISOString())).toBe('2026-01-05 18:07:09')
  expect(clockText(time)).toBe('18:07')
})
