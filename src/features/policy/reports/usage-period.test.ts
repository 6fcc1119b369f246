import { expect, test } from 'vitest'
import { ALL_ROLES, GAP, MAX_ROWS, MAX_ROWS_PER_ROLE, type Usage } from '../usage/usage.ts'
import { usagePeriodOf } from './usage-period.ts'

const usages = (roleKey: string, count: number, oldest: number): Usage[] =>
  Array.from({ length: count }, (_, index) => ({
    roleKey,
    method: 'GET',
    route: `/${index}`,
    allowed: true,
    count: 1,
    firstUsedAt: 1,
    lastUsedAt: oldest + index,
  }))

test('a record below its limits is complete', () => {
  expect(usagePeriodOf(usages('clerk', MAX_ROWS_PER_ROLE - 1, 50)).isComplete('clerk', 10)).toBe(true)
})

test('at the limit of a role, its record is complete since the oldest use that is left', () => {
  const period = usagePeriodOf([...usages('clerk', MAX_ROWS_PER_ROLE, 50), ...usages('auditor', 3, 60)])
  expect(period.isComplete('clerk', 49)).toBe(false)
  expect(period.isComplete('clerk', 50)).toBe(true)
  expect(period.isComplete('auditor', 10)).toBe(true)
  expect(period.isComplete('unknown', 10)).toBe(true)
})

test('at the limit of all roles, no record is complete before the oldest use that is left', () => {
  const all = Array.from({ length: MAX_ROWS / 500 }, (_, role) => usages(`role ${role}`, 500, 50)).flat()
  const period = usagePeriodOf(all)
  expect(period.isComplete('role 1', 49)).toBe(false)
  expect(period.isComplete('unknown', 49)).toBe(false)
  expect(period.isComplete('unknown', 50)).toBe(true)
})

test('after calls that were not recorded, the record of their role is complete since the last of them', () => {
  const gap = (roleKey: string, lastUsedAt: number): Usage => ({
    roleKey,
    method: GAP,
    route: GAP,
    allowed: true,
    count: 1,
    firstUsedAt: 1,
    lastUsedAt,
  })
  const period = usagePeriodOf([...usages('auditor', 3, 10), gap('clerk', 50), gap(ALL_ROLES, 20)])
  expect(period.isComplete('clerk', 50)).toBe(false)
  expect(period.isComplete('clerk', 51)).toBe(true)
  expect(period.isComplete('auditor', 20)).toBe(false)
  expect(period.isComplete('auditor', 21)).toBe(true)
})
