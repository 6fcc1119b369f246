import { behaviourOf } from '../core/settings/mode.ts'
import { problemOfSecret } from '../platform/settings/secret.ts'
import type { SettingProblem } from '../platform/settings/setting.ts'
import { problemsOfLdap } from './login/ldap/settings/ldap.ts'
import { problemsOfCodeSenders, sendsMessages } from './login/messages/login-code.ts'
import { problemOfOidcProviders } from './login/oidc/settings/oidc-provider.ts'
import { relyingPartyOf } from './login/passkeys/relying-party.ts'
import { problemOfPasswordLinks } from './login/password-links/password-link-settings.ts'
import { problemOfCaptchaMethods, problemOfLoginMethods } from './login-methods.ts'
import type { Settings } from './settings.ts'
import { problemOfUpstreams } from './web/gateway/upstream-settings.ts'

/** What the service requires of several settings, or of several entries of a list, together. */
export interface Combination {
  /** The keys or groups that it reads. */
  readonly reads: readonly string[]
  readonly find: (settings: Settings) => readonly SettingProblem[]
}

/** What every service requires. */
export const combinations: readonly Combination[] = [
  strongSecret('jwt.secret', ({ jwt }) => jwt.secret),
  strongSecret('gateway.signingSecret', ({ gateway }) => gateway.signingSecret),
  strongSecret('login.secondFactor.encryptionKey', ({ login }) => login.secondFactor.encryptionKey),
  strongSecret(
    'login.secondFactor.acceptedEncryptionKey',
    ({ login }) => login.secondFactor.acceptedEncryptionKey,
  ),
  {
    reads: ['login.methods'],
    find: ({ login }) => listed('login.methods', problemOfLoginMethods(login.methods)),
  },
  {
    reads: ['application.mode', 'login.methods', 'captcha.methods'],
    find(settings) {
      const { captchaRequired, captchaMethods } = behaviourOf(settings)
      if (!captchaRequired) return []
      return listed('captcha.methods', problemOfCaptchaMethods(captchaMethods, settings.login.methods))
    },
  },
  {
    reads: ['login.methods', 'login.ldap'],
    find: ({ login }) => (login.methods.includes('ldap') ? problemsOfLdap(login.ldap) : []),
  },
  {
    reads: ['login.methods', 'login.passkey', 'application', 'cors'],
    find(settings) {
      if (!settings.login.methods.includes('passkey')) return []
      const outcome = relyingPartyOf(settings)
      return 'problem' in outcome ? listed('login.methods', `contains passkey: ${outcome.problem}`) : []
    },
  },
  {
    reads: ['login.methods', 'login.oidc', 'application.publicUrl'],
    find({ login, application }) {
      if (!login.methods.includes('oidc')) return []
      const problem = problemOfOidcProviders(login.oidc.providers, application.publicUrl)
      return listed('login.oidc.providers', problem)
    },
  },
  {
    reads: ['login.methods', 'login.passwordLink', 'application.publicUrl'],
    find: (settings) => listed('login.passwordLink.enabled', problemOfPasswordLinks(settings)),
  },
  {
    reads: ['gateway'],
    find({ gateway }) {
      const problem =
        gateway.upstreams.length > 0 && gateway.signingSecret === ''
          ? 'requires gateway.signingSecret, with which the services verify who calls them. Fix: set it; generate one with: openssl rand -base64 48'
          : problemOfUpstreams(gateway.upstreams)
      return listed('gateway.upstreams', problem)
    },
  },
]

/** What `castellan serve` requires: an app that embeds the service may send one-time codes itself. */
export const standaloneCombinations: readonly Combination[] = [
  ...combinations,
  {
    reads: ['login.methods', 'login.code', 'login.passwordLink'],
    find: ({ login }) => (sendsMessages(login) ? problemsOfCodeSenders(login.code) : []),
  },
]

function listed(key: string, problem: string | undefined): readonly SettingProblem[] {
  return problem === undefined ? [] : [{ key, problem }]
}

/** A secret must be strong, except in dev. An empty one is not used, or generated on the first start. */
function strongSecret(key: string, secretOf: (settings: Settings) => string): Combination {
  return {
    reads: ['application.mode', key],
    find(settings) {
      const secret = secretOf(settings)
      const isChecked = secret !== '' && behaviourOf(settings).strongSecretRequired
      return isChecked ? listed(key, problemOfSecret(secret)) : []
    },
  }
}
