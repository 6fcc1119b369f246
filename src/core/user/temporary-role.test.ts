import { expect, test } from 'vitest'
import { DAY_IN_MS, HOUR_IN_MS } from '../../platform/runtime/time-units.ts'
import { inWholeSeconds, permanentRoleOf, problemOfRoleEnd, reminderTimeOf } from './temporary-role.ts'

test('the role without an end is the current one, or the one that returns', () => {
  expect(permanentRoleOf({ roleId: 2, roleUntil: null, formerRoleId: 0 })).toBe(2)
  expect(permanentRoleOf({ roleId: 2, roleUntil: '2026-12-01T18:00:00.000Z', formerRoleId: 3 })).toBe(3)
})

test('an end is announced a tenth of its time before, but at most a day', () => {
  expect(reminderTimeOf(10 * HOUR_IN_MS, 0)).toBe(9 * HOUR_IN_MS)
  expect(reminderTimeOf(10 * DAY_IN_MS, 0)).toBe(9 * DAY_IN_MS)
  expect(reminderTimeOf(90 * DAY_IN_MS, 0)).toBe(89 * DAY_IN_MS)
})

test('a role ends in the future, at a whole second', () => {
  const time = Date.parse('2026-12-01T18:00:00Z')
  expect(problemOfRoleEnd('2026-12-01T18:00:01Z', time)).toBeUndefined()
  for (const wrong of ['2026-12-01T18:00:00Z', '2026-12-01T17:59:59Z', 'tomorrow', ''])
    expect(problemOfRoleEnd(wrong, time)).toMatchObject({ field: 'roleUntil' })
  expect(inWholeSeconds('2026-12-01T19:00:00.999+01:00')).toBe('2026-12-01T18:00:00.000Z')
})
