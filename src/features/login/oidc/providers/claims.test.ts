import { expect, test } from 'vitest'
import { claimText, claimValues, mergedClaims, roleKeyOf, verifiedClaims } from './claims.ts'
import type { Json } from './provider-response.ts'

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

const CONFIRMED = [
  ['email', 'email_verified'],
  ['phone_number', 'phone_number_verified'],
] as const

test.each(CONFIRMED)('%s is used only if %s is true', (name, flag) => {
  const strict = { assumeVerified: false }
  expect(verifiedClaims({ sub: '1', [name]: 'x', [flag]: true }, strict)).toEqual({
    sub: '1',
    [name]: 'x',
    [flag]: true,
  })
  expect(verifiedClaims({ sub: '1', [name]: 'x' }, strict)).toEqual({ sub: '1' })
  for (const value of [false, 'false', 'False', 'true', 'True', 0, 1, null, [], [true], {}, '']) {
    expect(verifiedClaims({ [name]: 'x', [flag]: value }, strict)).toEqual({ [flag]: value })
  }
})

test.each(CONFIRMED)('with assumeVerified, %s is used unless %s denies it', (name, flag) => {
  const lenient = { assumeVerified: true }
  for (const claims of [{ [name]: 'x' }, { [name]: 'x', [flag]: true }, { [name]: 'x', [flag]: 'true' }]) {
    expect(verifiedClaims(claims, lenient)).toEqual(claims)
  }
  for (const value of [false, 'false', 'False', 0, 1, null, [], [true], {}, '']) {
    expect(verifiedClaims({ [name]: 'x', [flag]: value }, lenient)).toEqual({ [flag]: value })
  }
})

test.each(CONFIRMED)('%s is confirmed only by %s of the same response', (name, flag) => {
  const used = (idToken: Json, userInfo: Json) =>
    verifiedClaims(mergedClaims(idToken, userInfo), { assumeVerified: false })[name]
  expect(used({ [flag]: true }, { [name]: 'userInfo' })).toBeUndefined()
  expect(used({ [name]: 'idToken' }, { [flag]: true })).toBeUndefined()
  expect(used({ [name]: 'idToken' }, { [name]: 'userInfo', [flag]: true })).toBeUndefined()
  expect(used({ [name]: 'idToken', [flag]: false }, { [name]: 'userInfo', [flag]: true })).toBeUndefined()
  expect(used({ [name]: 'idToken', [flag]: true }, { [name]: 'userInfo', [flag]: false })).toBe('idToken')
  expect(used({ [flag]: false }, { [name]: 'userInfo', [flag]: true })).toBe('userInfo')
})

test('other claims of the ID token are preferred to those of the user info endpoint', () => {
  const merged = mergedClaims({ sub: '1', groups: ['a'] }, { sub: '1', groups: ['b'], hd: 'example.com' })
  expect(merged).toEqual({ sub: '1', groups: ['a'], hd: 'example.com' })
})

test('one flag says nothing about the other claim', () => {
  const claims = { email: 'a@example.com', phone_number: '1', phone_number_verified: true }
  expect(verifiedClaims(claims, { assumeVerified: false })).not.toHaveProperty('email')
})
