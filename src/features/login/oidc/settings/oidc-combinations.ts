import { type Combination, listed } from '../../../../core/settings/combination.ts'
import { type OidcProviderSetting, problemOfOidcProviders } from './oidc-provider.ts'

interface Settings {
  readonly login: {
    readonly methods: readonly string[]
    readonly oidc: { readonly providers: readonly OidcProviderSetting[] }
  }
  readonly application: { readonly publicUrl: string }
}

/** What the settings of identity providers must satisfy together. */
export const OIDC_COMBINATIONS: readonly Combination<Settings>[] = [
  {
    reads: ['login.methods', 'login.oidc', 'application.publicUrl'],
    find({ login, application }) {
      if (!login.methods.includes('oidc')) return []
      const problem = problemOfOidcProviders(login.oidc.providers, application.publicUrl)
      return listed('login.oidc.providers', problem)
    },
  },
]
