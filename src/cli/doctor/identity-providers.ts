import type { Settings } from '../../settings/declarations/declarations.ts'
import { type Finding, warning } from './finding.ts'

/** Reports the identity providers whose e-mail addresses and phone numbers count without a confirmation. */
export function checkIdentityProviders({ methods, oidc }: Settings['login']): readonly Finding[] {
  if (!methods.includes('oidc')) return []
  return oidc.providers
    .filter(({ assumeVerified }) => assumeVerified)
    .map(({ name }) =>
      warning(
        `the identity provider ${name} has assumeVerified: e-mail addresses and phone numbers are used although the provider does not confirm that they belong to the user`,
        'Make sure that users cannot choose their address at the provider, or map roles to groups and remove assumeVerified.',
      ),
    )
}
