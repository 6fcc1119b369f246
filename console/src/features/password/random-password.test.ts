import { expect, test } from 'vitest'
import { createPasswordRules } from '../../../../src/core/password/password-rules.ts'
import { randomPassword } from './random-password.ts'

test('generated passwords differ and are accepted by the service', () => {
  const { problemOf } = createPasswordRules({ minLength: 15 })
  const many = Array.from({ length: 200 }, randomPassword)
  expect(many.map((one) => problemOf(one)).filter((problem) => problem !== undefined)).toEqual([])
  expect(new Set(many).size).toBe(200)
  expect(many.every((one) => /^([a-z2-9]{4}-){4}[a-z2-9]{4}$/.test(one))).toBe(true)
})
