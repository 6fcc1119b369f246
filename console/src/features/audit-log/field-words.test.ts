import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AUDIT_ACTIONS } from '../../../../src/core/audit-log/audit-log-entry.ts'
import { texts as en } from '../../languages/en.ts'
import { texts as zh } from '../../languages/zh.ts'
import type { Schemas } from '../../shell/api/client.ts'
import { changeSentence } from './change-sentence.ts'
import { createFieldWords } from './field-words.ts'

/** What responses say about the caller, and what is not part of a logged thing. */
const NOT_LOGGED = ['mayChange', 'mayEnd', 'current', 'liveSessions', 'similarNames', 'suspension']
const LOGGED = ['User', 'Role', 'Rule', 'Session', 'Throttle', 'LoginLogEntry']
const openapi = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'reference', 'openapi.json')
const { schemas } = JSON.parse(readFileSync(openapi, 'utf8')).components
const roleName = () => undefined

test.each([
  ['English', en],
  ['Chinese', zh],
])('every action and every field has words in %s', (_, texts) => {
  expect(Object.keys(texts.auditLog.actions).toSorted()).toEqual(AUDIT_ACTIONS.toSorted())
  const fields = LOGGED.flatMap((name) => Object.keys(schemas[name].properties))
  const logged = fields.filter((field) => !NOT_LOGGED.includes(field))
  expect(Object.keys(texts.auditLog.fields)).toEqual(expect.arrayContaining(logged))
  for (const action of AUDIT_ACTIONS) {
    const entry = {
      action,
      target: 'anna',
      targetKind: '',
      before: {},
      after: {},
    } as Schemas['AuditLogEntry']
    expect(changeSentence(entry, { texts, roleOf: roleName }), action).not.toEqual([])
  }
})

test.each([
  ['user', 'status', '2', ['Enabled'], ['启用']],
  ['login-log', 'status', '1', ['Failed'], ['失败']],
  ['user', 'pwdChangeDue', true, ['yes'], ['是']],
  ['user', 'loginMethods', ['password', 'passkey'], ['Password', 'Passkey'], ['密码', '通行密钥']],
  ['user', 'loginMethods', [], ['–'], ['–']],
  ['role', 'dataScope', '5', ['Own data only'], ['仅本人数据']],
  ['role', 'report', 'unused-roles', ['Roles without users'], ['没有用户的角色']],
  [
    'policy',
    'rules',
    [{ roleKey: 'auditor', path: '/api/v1/orders', method: 'GET' }],
    ['auditor GET /api/v1/orders'],
    ['auditor GET /api/v1/orders'],
  ],
  [
    'user',
    'users',
    [{ username: 'anna', roleId: 3, roleKey: 'auditor', status: '1', revision: 7 }],
    ['username: anna; role: auditor; status: Disabled'],
    ['用户名：anna；角色：auditor；状态：停用'],
  ],
] as const)('%s.%s: %j is shown in words', (kind, field, value, english, chinese) => {
  expect(createFieldWords({ texts: en, kind, roleName }).partsOf(field, value)).toEqual(english)
  expect(createFieldWords({ texts: zh, kind, roleName }).partsOf(field, value)).toEqual(chinese)
})

test('a time is shown in the language of the reader, and a long list is cut', () => {
  const words = createFieldWords({ texts: en, kind: 'user', roleName })
  expect(words.partsOf('createdAt', '2026-01-31T12:00:00.000Z')[0]).toMatch(/2026.*:00/)
  const parts = words.partsOf('entries', new Array(103).fill('x'))
  expect(parts).toHaveLength(101)
  expect(parts.at(-1)).toBe('and 3 more')
})

test('the role of a user, and the key of a role', () => {
  expect(createFieldWords({ texts: en, kind: 'user', roleName }).nameOf('roleKey')).toBe('role')
  expect(createFieldWords({ texts: en, kind: 'role', roleName }).nameOf('roleKey')).toBe('key')
  expect(createFieldWords({ texts: en, kind: 'role', roleName }).nameOf('ofLaterVersion')).toBe(
    'ofLaterVersion',
  )
})
