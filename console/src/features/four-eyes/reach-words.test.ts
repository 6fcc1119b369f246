import { expect, test } from 'vitest'
import { texts } from '../../languages/en.ts'
import type { Schemas } from '../../shell/api/client.ts'
import { wordsOfRole, wordsOfUser } from './reach-words.ts'

const rights = { roleKey: 'clerk', isAdmin: false, ruleCount: 3, rules: ['GET /a'] }
const user: NonNullable<Schemas['Reach']['users'][number]['before']> = {
  username: 'nora',
  enabled: false,
  role: { roleKey: 'admin', isAdmin: true, ruleCount: 0, rules: [] },
  returningRole: rights,
  scope: { kind: 'departments', count: 2, first: [{ deptId: 1, deptName: 'Sales' }] },
  email: 'nora@example.com',
  phone: '',
  loginMethods: [],
  hasPassword: true,
  hasSecondFactor: false,
  passkeys: 2,
  links: [{ issuer: 'https://id.example.com', subject: 'n-1' }],
}

test('a user is described by what the user may call and see, and logs in with', () => {
  expect(wordsOfUser(user, texts)).toEqual({
    username: ['nora'],
    status: ['The user or the role is disabled'],
    role: ['admin'],
    rules: ['Everything'],
    formerRoleId: ['clerk', 'GET /a', 'and 2 more'],
    data: ['The data of departments:', 'Sales', 'and 1 more'],
    email: ['nora@example.com'],
    phone: [''],
    loginMethods: ['All that are enabled'],
    password: ['yes'],
    secondFactor: ['no'],
    passkeys: ['2'],
    links: ['n-1 (https://id.example.com)'],
  })
})

test('a role is described by its rules, data and users', () => {
  const role = {
    ...rights,
    enabled: true,
    dataScope: '2' as const,
    departments: { count: 1, first: [{ deptId: 1, deptName: 'Sales' }] },
    holders: { count: 2, first: ['nora', 'nina'], scope: { kind: 'all' as const, count: 0, first: [] } },
  }
  expect(wordsOfRole(role, texts)).toEqual({
    roleKey: ['clerk'],
    status: ['Enabled'],
    rules: ['GET /a', 'and 2 more'],
    data: ['Custom departments', 'Sales'],
    users: ['2', 'nora', 'nina'],
    dataOfUsers: ['All data'],
  })
  // The departments of a role count only for this data scope.
  expect(wordsOfRole({ ...role, dataScope: '3' }, texts).data).toEqual(['Own department'])
})
