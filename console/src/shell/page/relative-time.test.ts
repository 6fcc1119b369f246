import { expect, test } from 'vitest'
import { relativeTime } from './relative-time.ts'

const NOW = Date.UTC(2026, 0, 31, 12)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test.each([
  [0, 'now', '现在'],
  [-59_000, 'now', '现在'],
  [20_000, 'in 20 seconds', '20秒钟后'],
  [-MINUTE, '1 minute ago', '1分钟前'],
  [-59 * MINUTE, '59 minutes ago', '59分钟前'],
  [2 * HOUR, 'in 2 hours', '2小时后'],
  [-DAY, 'yesterday', '昨天'],
  [-29 * DAY, '29 days ago', '29天前'],
  [-59 * DAY, 'last month', '上个月'],
  [-800 * DAY, '2 years ago', '2年前'],
])('%d ms from now: %s, %s', (difference, english, chinese) => {
  expect(relativeTime(NOW + difference, NOW, 'en')).toBe(english)
  expect(relativeTime(NOW + difference, NOW, 'zh-CN')).toBe(chinese)
})
