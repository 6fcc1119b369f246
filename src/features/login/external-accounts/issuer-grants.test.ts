import { expect, test } from 'vitest'
import { resolveSettings } from '../../../core/settings/load-settings.ts'
import { grantsOfIssuer } from './issuer-grants.ts'

const TENANT = '9f2b8a54-3c1d-4e6f-8a7b-0c1d2e3f4a5b'

function grantsOf(setting: string, issuer: string): readonly string[] {
  const provider = {
    name: 'company',
    issuer: setting,
    clientId: 'castellan',
    roles: [{ claim: 'roles', value: 'chief', role: 'admin' }],
  }
  const { login } = resolveSettings({
    jwt: { secret: 'a secret of at least thirty-two bytes' },
    application: { publicUrl: 'https://admin.example.com' },
    login: { methods: ['password', 'oidc'], oidc: { providers: [provider] } },
  })
  return grantsOfIssuer(login, issuer).roleKeys
}

test.each([
  ['the issuer of the setting', 'https://sso.example.com/staff', 'https://sso.example.com/staff'],
  ['a slash at the end', 'https://sso.example.com/staff', 'https://sso.example.com/staff/'],
  [
    'the number of a tenant that the setting names',
    'https://login.microsoftonline.com/example.com/v2.0',
    `https://login.microsoftonline.com/${TENANT}/v2.0`,
  ],
  [
    'the tenant of a policy of Azure AD B2C',
    'https://example.b2clogin.com/example.onmicrosoft.com/b2c_1_login/v2.0',
    `https://example.b2clogin.com/${TENANT}/v2.0/`,
  ],
])('a link to %s can give what the mapping gives', (_, setting, issuer) => {
  expect(grantsOf(setting, issuer)).toEqual(['admin'])
})

test('a link to another host gives nothing', () => {
  expect(grantsOf('https://sso.example.com/staff', 'https://sso.example.org/staff')).toEqual([])
  expect(grantsOf('https://sso.example.com/staff', 'http://sso.example.com/staff')).toEqual([])
})
