import { expect, test } from 'vitest'
import { loginOptions } from './login-options.ts'

test('the options have the order of the settings; password and LDAP share a form', () => {
  const options = loginOptions([
    { method: 'oidc', provider: 'keycloak', label: 'Keycloak' },
    { method: 'ldap' },
    { method: 'code', channels: ['email'] },
    { method: 'password' },
    { method: 'oidc', provider: 'github', label: 'GitHub' },
    { method: 'passkey' },
  ])
  expect(options).toEqual([
    { key: 'oidc keycloak', kind: 'oidc', provider: 'keycloak', label: 'Keycloak' },
    { key: 'credentials', kind: 'credentials', methods: ['ldap', 'password'] },
    { key: 'code', kind: 'code', channels: ['email'] },
    { key: 'oidc github', kind: 'oidc', provider: 'github', label: 'GitHub' },
    { key: 'passkey', kind: 'passkey' },
  ])
})

test('the password form is shown until the settings are loaded', () => {
  expect(loginOptions(undefined)).toEqual([
    { key: 'credentials', kind: 'credentials', methods: ['password'] },
  ])
})

test('a method of a newer service is left out', () => {
  expect(loginOptions([{ method: 'telepathy' }, { method: 'password' }])).toHaveLength(1)
})
