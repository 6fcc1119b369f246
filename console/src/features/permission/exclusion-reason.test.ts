import { expect, test } from 'vitest'
import { createExclusionList } from '../../../../src/core/permission/exclusion-list.ts'
import { texts as en } from '../../languages/en.ts'
import { texts as zh } from '../../languages/zh.ts'
import { exclusionReason } from './exclusion-reason.ts'

test('every reason of the built-in exclusion list has a text in every language', () => {
  const reasons = createExclusionList([]).entries.map(({ reason }) => reason)
  for (const { permission } of [en, zh]) expect(Object.keys(permission.exclusionReasons)).toEqual(reasons)
})

test('a reason from the settings is shown as it is', () => {
  expect(exclusionReason('all users read the notices', zh.permission)).toBe('all users read the notices')
  expect(exclusionReason('public: login needs no token', zh.permission)).toBe('公开：登录不需要令牌')
})
