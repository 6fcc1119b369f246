import { expect, test } from 'vitest'
import { loginOptions } from './login-options.ts'

test('the options have the order of the settings; password and LDAP share a form', () => {
  const options = loginOptions([
    { method: 'oidc', captchaRequired: true, provider: 'keycloak', label: 'Keycloak' },
    { method: 'ldap', captchaRequired: true },
    { method: 'code', captchaRequired: true, channels: ['email'] },
    { method: 'password', captchaRequired: true },
    { method: 'oidc', captchaRequired: true, provider: 'github', label: 'GitHub' },
    { method: 'passkey', captchaRequired: false },
  ])
  expect(options).toEqual([
    { key: 'oidc keycloak', kind: 'oidc', captchaRequired: true, provider: 'keycloak', label: 'Keycloak' },
    { key: 'credentials', kind: 'credentials', captchaRequired: true, methods: ['ldap', 'password'] },
    { key: 'code', kind: 'code', captchaRequired: true, channels: ['email'] },
    { key: 'oidc github', kind: 'oidc', captchaRequired: true, provider: 'github', label: 'GitHub' },
    { key: 'passkey', kind: 'passkey', captchaRequired: false },
  ])
})

test('the password form is shown until the settings are loaded', () => {
  expect(loginOptions(undefined)).toEqual([
    { key: 'credentials', kind: 'credentials', captchaRequired: false, methods: ['password'] },
  ])
})

test('a method of a newer service is left out', () => {
  const offered = ['telepathy', 'password'].map((method) => ({ method, captchaRequired: true }))
  expect(loginOptions(offered)).toHaveLength(1)
})
