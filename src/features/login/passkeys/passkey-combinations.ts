import { type Combination, listed } from '../../../core/settings/combination.ts'
import { type RelyingPartySettings, relyingPartyOf } from './relying-party.ts'

interface Settings extends RelyingPartySettings {
  readonly login: RelyingPartySettings['login'] & { readonly methods: readonly string[] }
}

/** What the settings must satisfy together for passkeys. */
export const PASSKEY_COMBINATIONS: readonly Combination<Settings>[] = [
  {
    reads: ['login.methods', 'login.passkey', 'application', 'cors'],
    find(settings) {
      if (!settings.login.methods.includes('passkey')) return []
      const outcome = relyingPartyOf(settings)
      return 'problem' in outcome ? listed('login.methods', `contains passkey: ${outcome.problem}`) : []
    },
  },
]
