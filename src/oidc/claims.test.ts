import { expect, test } from 'vitest'
import { claimText, claimValues, roleKeyOf, withoutUnverified } from './claims.ts'

const claims = {
  sub: '1',
  hd: 'example.com',
  active: true,
  level: 3,
  groups: ['staff', 'admins', { name: 'not a text' }],
  realm_access: { roles: ['editor', 'viewer'] },
  'https://example.com/roles': ['auditor'],
}

test('a path leads to nested claims, texts and lists', () => {
  expect(claimValues(claims, ['realm_access', 'roles'])).toEqual(['editor', 'viewer'])
  expect(claimValues(claims, ['https://example.com/roles'])).toEqual(['auditor'])
  expect(claimValues(claims, ['groups'])).toEqual(['staff', 'admins'])
  expect(claimValues(claims, ['level'])).toEqual(['3'])
  expect(claimValues(claims, ['active'])).toEqual(['true'])
})

test('members that every object has are not claims', () => {
  expect(claimValues(claims, ['constructor', 'name'])).toEqual([])
  expect(claimValues(claims, ['__proto__'])).toEqual([])
  expect(claimValues(claims, ['hd', 'length'])).toEqual([])
  expect(claimValues(claims, ['groups', 'length'])).toEqual([])
})

test('a list is not a text', () => {
  expect(claimText(claims, ['hd'])).toBe('example.com')
  expect(claimText(claims, ['realm_access', 'roles'])).toBe('')
  expect(claimText(claims, ['missing'])).toBe('')
})

test('the first mapping that applies decides, then the default role', () => {
  const roles = [
    { claim: ['groups'], value: 'owners', role: 'admin' },
    { claim: ['realm_access', 'roles'], value: 'viewer', role: 'viewer' },
    { claim: ['realm_access', 'roles'], value: 'editor', role: 'editor' },
  ]
  expect(roleKeyOf(claims, { roles, defaultRole: 'guest' })).toBe('viewer')
  expect(roleKeyOf({}, { roles, defaultRole: 'guest' })).toBe('guest')
  expect(roleKeyOf({}, { roles, defaultRole: '' })).toBeUndefined()
})

test('a value must be equal: a part of it, or another letter case, is another value', () => {
  const roles = [{ claim: ['groups'], value: 'admin', role: 'admin' }]
  expect(roleKeyOf({ groups: ['admins', 'Admin', 'x,admin'] }, { roles, defaultRole: '' })).toBeUndefined()
})

test('an address that the provider has not verified is not used', () => {
  expect(withoutUnverified({ email: 'a@example.com', email_verified: false })).not.toHaveProperty('email')
  expect(withoutUnverified({ email: 'a@example.com', email_verified: 'false' })).not.toHaveProperty('email')
  expect(withoutUnverified({ email: 'a@example.com', email_verified: true }).email).toBe('a@example.com')
  const phone = { phone_number: '1', phone_number_verified: false }
  expect(withoutUnverified(phone)).not.toHaveProperty('phone_number')
})
