import { expect, test } from 'vitest'
import { mayCallBy } from './may-call.ts'

test('admin may call everything', () => {
  expect(mayCallBy(['*:*:*'])('DELETE', '/sys-user/7')).toBe(true)
})

test('a role may call what one of its rules allows, and nothing else', () => {
  const mayCall = mayCallBy(['GET:/api/v1/sys-user', 'PUT:/api/v1/sys-user/:id', '*:/api/v1/session/*'])
  expect(mayCall('GET', '/sys-user')).toBe(true)
  expect(mayCall('POST', '/sys-user')).toBe(false)
  expect(mayCall('PUT', '/sys-user/7')).toBe(true)
  expect(mayCall('PUT', '/sys-user/7/status')).toBe(false)
  expect(mayCall('DELETE', '/session/7')).toBe(true)
  expect(mayCall('DELETE', '/session')).toBe(false)
})

test('a role without rules may call nothing', () => {
  expect(mayCallBy([])('GET', '/sys-user')).toBe(false)
})
