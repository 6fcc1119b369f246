import { expect, test } from 'vitest'
import { texts as en } from '../../languages/en.ts'
import { texts as zh } from '../../languages/zh.ts'
import type { Schemas } from '../../shell/api/client.ts'
import { changeSentence, type Named } from './change-sentence.ts'

function entry(
  action: string,
  target: string,
  states: { before?: unknown; after?: unknown },
  targetId = 0,
): Schemas['AuditLogEntry'] {
  return {
    id: 1,
    time: '2026-01-31T12:00:00.000Z',
    operatorId: 1,
    operatorOwner: '',
    operator: 'admin',
    source: 'http',
    ipaddr: '192.0.2.7',
    requestId: 'req-1',
    action,
    targetKind: action.slice(0, action.indexOf('.')),
    targetId,
    target,
    before: states.before ?? null,
    after: states.after ?? null,
  }
}

const rule = (n: number) => ({ roleKey: 'auditor', method: 'GET', path: `/api/v1/orders/${n}` })
const block = { username: 'anna', network: '192.0.2.7' }

test.each([
  [
    entry('policy.add', 'auditor', { after: { rules: [{ method: 'GET', path: '/api/v1/orders' }] } }),
    'added GET /api/v1/orders for auditor',
    '为 auditor 添加了 GET /api/v1/orders',
  ],
  [
    entry('policy.remove', 'auditor', { before: { rules: [1, 2, 3, 4, 5].map(rule) } }),
    'removed GET /api/v1/orders/1, GET /api/v1/orders/2, GET /api/v1/orders/3 and 2 more from auditor',
    '从 auditor 移除了 GET /api/v1/orders/1、GET /api/v1/orders/2、GET /api/v1/orders/3 等，另有 2 条',
  ],
  [
    entry('policy.change', 'auditor', { before: { rules: [rule(1)] }, after: { rules: [rule(2), rule(3)] } }),
    'changed rules of auditor: added GET /api/v1/orders/2, GET /api/v1/orders/3; removed GET /api/v1/orders/1',
    '更改了 auditor 的规则：添加了 GET /api/v1/orders/2、GET /api/v1/orders/3；移除了 GET /api/v1/orders/1',
  ],
  [
    entry('user.link', 'anna', { after: { issuer: 'https://login.example.com', subject: 'a-1' } }),
    'linked user anna to a-1 of https://login.example.com',
    '将用户 anna 关联到 https://login.example.com 的 a-1',
  ],
  [
    entry('user.unlink', 'anna', { before: { issuer: 'https://login.example.com', subject: 'a-1' } }),
    'removed the link of user anna to a-1 of https://login.example.com',
    '删除了用户 anna 与 https://login.example.com 的 a-1 的关联',
  ],
  [
    entry('role.copy', 'night-auditor', { after: { copyOf: 'auditor', rules: [] } }),
    'copied role auditor to night-auditor',
    '将角色 auditor 复制为 night-auditor',
  ],
  [
    entry('role.end-sessions', 'auditor', { before: { sessions: 12, users: 1 } }),
    'ended all sessions of role auditor: 12 sessions of 1 user',
    '结束了角色 auditor 的所有会话：1 个用户的 12 个会话',
  ],
  [
    entry('user.credentials-remove', 'anna', { before: { password: true }, after: { issuer: 'ldap' } }),
    'removed the earlier credentials of anna, to whom ldap has given more rights',
    '移除了 anna 此前的登录凭据，因为 ldap 赋予了更多权限',
  ],
  [entry('user.end-sessions', 'anna', {}), 'ended all sessions of anna', '结束了 anna 的所有会话'],
  [
    entry('user.update', 'anna', { before: { remark: '' }, after: { remark: 'night shift' } }),
    'user anna: remark: – → night shift',
    '用户 anna：备注：– → night shift',
  ],
  [
    entry('user.update', 'anna', {
      before: { status: '2', roleId: 1, pwdChangeDue: false },
      after: { status: '1', roleId: 7, pwdChangeDue: true },
    }),
    'user anna: status: Enabled → Disabled; role: Auditors → #7; password change required: no → yes',
    '用户 anna：状态：启用 → 停用；角色：Auditors → #7；需更改密码：否 → 是',
  ],
  [
    entry('user.create', 'anna', { after: { roleId: 1 } }),
    'added user anna with the role Auditors',
    '添加了用户 anna，角色为 Auditors',
  ],
  [
    entry('user.password', 'anna', { after: { pwdChangeDue: true } }),
    'set a password for anna, to be changed at the next login',
    '为 anna 设置了密码，下次登录时须更改',
  ],
  [
    entry('user.second-factor-enable', 'anna', {}),
    'set up a second factor for anna',
    '为 anna 设置了双重验证',
  ],
  [
    entry('user.second-factor-remove', 'anna', {}),
    'removed the second factor of anna',
    '移除了 anna 的双重验证',
  ],
  [
    entry('user.second-factor-reset', 'anna', {}),
    'reset the second factor of anna',
    '重置了 anna 的双重验证',
  ],
  [
    entry('user.second-factor-key', 'second factors', { before: { key: 'a' }, after: { key: 'b' } }),
    'encrypted the second factors with a new key',
    '用新密钥重新加密了双重验证数据',
  ],
  [
    entry('user.invite', 'anna', { after: { channel: 'email', minutes: 4320 } }),
    'sent anna a link to set the password',
    '向 anna 发送了设置密码的链接',
  ],
  [
    entry('user.password-request', 'anna', { after: { channel: 'email', minutes: 30 } }),
    'sent anna the requested link to set a new password',
    '应请求向 anna 发送了重设密码的链接',
  ],
  [
    entry('user.request-role', 'anna', { after: { roleKey: 'on-call', hours: 8, reason: 'incident' } }),
    'requested the role on-call for 8 hours as anna',
    '以 anna 的身份申请了角色 on-call，8 小时',
  ],
  [
    entry('user.request-withdraw', 'anna', { after: { roleKey: 'on-call', hours: 8 } }),
    'withdrew the request of anna for the role on-call',
    '撤回了 anna 对角色 on-call 的申请',
  ],
  [
    entry('user.request-approve', 'anna', { after: { roleKey: 'on-call', hours: 1 } }),
    'approved the request of anna for the role on-call for 1 hour',
    '批准了 anna 对角色 on-call 的申请，1 小时',
  ],
  [
    entry('user.request-refuse', 'anna', { after: { roleKey: 'on-call', hours: 8, note: 'not today' } }),
    'refused the request of anna for the role on-call',
    '拒绝了 anna 对角色 on-call 的申请',
  ],
  [entry('user.recovery-codes', 'anna', {}), 'replaced the recovery codes of anna', '更换了 anna 的恢复码'],
  [
    entry('user.passkey-add', 'anna', { after: { name: 'Phone' } }),
    'added the passkey “Phone” of anna',
    '为 anna 添加了通行密钥“Phone”',
  ],
  [
    entry('user.passkey-rename', 'anna', { before: { name: 'Phone' }, after: { name: 'Key' } }),
    'renamed the passkey “Phone” of anna to “Key”',
    '将 anna 的通行密钥“Phone”重命名为“Key”',
  ],
  [
    entry('user.passkey-remove', 'anna', { before: { name: 'Key' } }),
    'removed the passkey “Key” of anna',
    '删除了 anna 的通行密钥“Key”',
  ],
  [
    entry('session.end', 'anna', { before: { ipaddr: '192.0.2.7' } }),
    'ended a session of anna from 192.0.2.7',
    '结束了 anna 来自 192.0.2.7 的会话',
  ],
  [
    entry('throttle.release', 'anna (192.0.2.7)', { before: block }),
    'released logins of anna from 192.0.2.7',
    '解除了 anna 从 192.0.2.7 登录的限制',
  ],
  [
    entry('throttle.release', '192.0.2.7', { before: { ...block, username: '' } }),
    'released logins from 192.0.2.7',
    '解除了从 192.0.2.7 登录的限制',
  ],
  [
    entry('login-log.delete', '2 entries', { before: { entries: [1, 2] } }),
    'deleted 2 entries of the login log',
    '删除了 2 条登录日志',
  ],
  [entry('future.action', 'x', {}), '', ''],
  [entry('policy.add', 'x', { after: 'tampered with' }), 'added  for x', '为 x 添加了 '],
])('%#: an entry becomes a sentence in English and Chinese', (one, english, chinese) => {
  expect(textOf(changeSentence(one, { texts: en, roleOf }))).toBe(english)
  expect(textOf(changeSentence(one, { texts: zh, roleOf }))).toBe(chinese)
})

test.each([
  [
    entry('user.create', 'anna', { after: { roleId: 1 } }, 7),
    [
      'added user ',
      { kind: 'user', name: 'anna', text: 'anna', id: 7 },
      ' with the role ',
      { kind: 'role', name: 'auditor', text: 'Auditors' },
    ],
  ],
  [
    entry('policy.add', 'auditor, clerk', { after: { rules: [rule(1)] } }),
    [
      'added ',
      { kind: 'route', name: '/api/v1/orders/1', text: 'GET /api/v1/orders/1' },
      ' for ',
      { kind: 'role', name: 'auditor', text: 'auditor' },
      ', ',
      { kind: 'role', name: 'clerk', text: 'clerk' },
    ],
  ],
  [
    entry('session.end', 'anna', { before: { ipaddr: '192.0.2.7' } }, 9),
    [
      'ended a session of ',
      { kind: 'user', name: 'anna', text: 'anna' },
      ' from ',
      { kind: 'address', name: '192.0.2.7', text: '192.0.2.7' },
    ],
  ],
  [entry('user.delete', 'anna', {}, 7), ['deleted user anna']],
] as const)(
  '%#: users, roles, routes and addresses that have a page are parts of the sentence',
  (one, parts) => {
    expect(changeSentence(one, { texts: en, roleOf })).toEqual(parts)
  },
)

function roleOf(roleId: number) {
  return roleId === 1 ? { roleKey: 'auditor', roleName: 'Auditors' } : undefined
}

function textOf(parts: readonly (string | Named)[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : part.text)).join('')
}
