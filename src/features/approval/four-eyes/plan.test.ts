import { expect, test } from 'vitest'
import type { AuditedChange } from '../../../core/audit-log/audit-log-entry.ts'
import { planOf } from './plan.ts'

const call = { method: 'POST', path: '/api/v1/sys-user' }
const digestOf = (changes: readonly AuditedChange[], by = call, credentialVersions: readonly number[] = []) =>
  planOf({ call: by }, changes, { credentialVersions, states: {} }).digest

test('the id of a new row and times do not count, everything else does', () => {
  const created = (id: number, part: object = {}): AuditedChange[] => [
    {
      action: 'user.create',
      targetId: id,
      target: 'nora',
      after: { userId: id, username: 'nora', roleId: 3, createdAt: `${id}`, ...part },
    },
    { action: 'user.invite', targetId: id, target: 'nora', after: { address: 'nora@example.com' } },
  ]
  const digest = digestOf(created(7))
  expect(digestOf(created(8))).toBe(digest)
  expect(digestOf(created(7, { roleId: 4 }))).not.toBe(digest)
  expect(digestOf(created(7).slice(0, 1))).not.toBe(digest)
  expect(digestOf(created(7), { ...call, path: '/api/v1/other' })).not.toBe(digest)
  expect(digestOf(created(7), call, [1])).not.toBe(digest)
  const changed = (targetId: number): AuditedChange[] => [
    { action: 'user.update', targetId, target: 'nora', before: { roleId: 3 }, after: { roleId: 4 } },
  ]
  expect(digestOf(changed(7))).not.toBe(digestOf(changed(8)))
})

test('a role for some hours from now on is the same plan later, and another one for other hours', () => {
  const approved = (roleUntil: string, hours: number): AuditedChange[] => [
    { action: 'user.update', targetId: 7, target: 'nora', after: { roleId: 4, roleUntil } },
    { action: 'user.update', targetId: 7, target: 'nora', after: { hours } },
  ]
  const digest = digestOf(approved('2100-01-01T00:00:00.000Z', 8))
  expect(digestOf(approved('2100-01-01T00:05:00.000Z', 8))).toBe(digest)
  expect(digestOf(approved('2100-01-01T00:00:00.000Z', 9))).not.toBe(digest)
})
