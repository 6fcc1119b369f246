import { expect, test } from 'vitest'
import type { RoleReach, UserReach } from './reach.ts'
import { reachLines } from './reach-lines.ts'

const clerk = { roleKey: 'clerk', isAdmin: false, ruleCount: 0, rules: [] }
const nora: UserReach = {
  username: 'nora',
  enabled: true,
  role: clerk,
  scope: { kind: 'own', count: 0, first: [] },
  email: '',
  phone: '',
  loginMethods: ['password', 'passkey'],
  hasPassword: true,
  hasSecondFactor: false,
  passkeys: 1,
  links: [],
}
const role: RoleReach = {
  ...clerk,
  enabled: true,
  dataScope: '2',
  departments: { count: 12, first: [{ deptId: 1, deptName: 'Sales' }] },
  holders: {
    count: 1,
    first: ['nora'],
    scope: { kind: 'departments', count: 1, first: [{ deptId: 2, deptName: 'North' }] },
  },
}

test('shows what stays once, and what changes before and after', () => {
  const after: UserReach = {
    ...nora,
    role: { roleKey: 'admin', isAdmin: true, ruleCount: 0, rules: [] },
    returningRole: { ...clerk, ruleCount: 2, rules: ['GET /a', 'GET /b'] },
    scope: { kind: 'all', count: 0, first: [] },
    links: [{ issuer: 'https://id.example.com', subject: 'n-1' }],
  }
  expect(reachLines({ users: [{ userId: 7, before: nora, after }], roles: [] })).toEqual([
    '',
    'user nora',
    '  username           nora',
    '  status             enabled',
    '  role               clerk -> admin',
    '  may call           nothing -> everything',
    '  role that returns  - -> clerk: GET /a, GET /b',
    '  sees               own data -> all data',
    '  e-mail             ',
    '  phone              ',
    '  login methods      password, passkey',
    '  password           yes',
    '  second factor      no',
    '  passkeys           1',
    '  links              - -> n-1 (https://id.example.com)',
  ])
})

test('says what is new or deleted, and how much is not listed', () => {
  const rules = { ruleCount: 3, rules: ['GET /a'] }
  expect(reachLines({ users: [], roles: [{ after: { ...role, ...rules } }, { before: role }] })).toEqual([
    '',
    'role clerk (new)',
    '  key        clerk',
    '  status     enabled',
    '  may call   GET /a and 2 more',
    '  sees       custom departments: Sales and 11 more',
    '  users      1: nora',
    '  users see  data of North',
    '',
    'role clerk (deleted)',
    '  key        clerk',
    '  status     enabled',
    '  may call   nothing',
    '  sees       custom departments: Sales and 11 more',
    '  users      1: nora',
    '  users see  data of North',
  ])
})
