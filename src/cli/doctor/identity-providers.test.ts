import { expect, test } from 'vitest'
import { resolveSettings } from '../../settings/load-settings.ts'
import { checkIdentityProviders } from './identity-providers.ts'

const provider = { issuer: 'https://sso.example.com', clientId: 'c', defaultRole: 'viewer' }

function check(methods: readonly ('password' | 'oidc')[]) {
  const providers = [
    { ...provider, name: 'confirming' },
    { ...provider, name: 'trusted', assumeVerified: true },
  ]
  const application = { publicUrl: 'https://admin.example.com' }
  return checkIdentityProviders(
    resolveSettings({ application, login: { methods, oidc: { providers } } }).login,
  )
}

test('a provider whose addresses count without a confirmation is shown', () => {
  expect(check(['password', 'oidc'])).toMatchObject([
    {
      status: 'warning',
      found: expect.stringMatching(/^the identity provider trusted has assumeVerified: /),
      fix: expect.stringContaining('remove assumeVerified'),
    },
  ])
  expect(check(['password'])).toEqual([])
})
