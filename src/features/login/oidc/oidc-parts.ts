import type { LoginMethods } from '../../../core/login/offered-login.ts'
import type { PendingLogins } from '../../../core/login/pending-login.ts'
import type { ServiceContext } from '../../../core/service/context.ts'
import type { UserStore } from '../../../core/user/user.store.ts'
import type { UserLinkStore } from '../../../core/user/user-link.store.ts'
import type { RootDatabase } from '../../../platform/database/database.ts'
import { MINUTE_IN_SECONDS } from '../../../platform/runtime/time-units.ts'
import {
  createExternalAccounts,
  type ExternalAccountAdministration,
} from '../external-accounts/external-accounts.ts'
import { createBoundedFetch } from './bounded-fetch.ts'
import { createOidcLogin, type OidcLogin } from './oidc-login.ts'
import { createDingtalkProvider } from './providers/dingtalk-provider.ts'
import { createGithubProvider } from './providers/github-provider.ts'
import { createOpenIdProvider } from './providers/openid-provider.ts'
import type { Provider } from './providers/provider.ts'
import { createWecomProvider } from './providers/wecom-provider.ts'
import { type OidcProviderSetting, redirectUriOf } from './settings/oidc-provider.ts'

/** From the start of a login to its end, in which the user logs in at the provider. */
const STATE_LIFETIME_SECONDS = 10 * MINUTE_IN_SECONDS

interface Parts extends Pick<ServiceContext, 'settings' | 'now' | 'uptimeMs' | 'reporter'>, LoginMethods {
  readonly pendingLogins: PendingLogins
  readonly administration: ExternalAccountAdministration
  readonly storage: {
    readonly database: RootDatabase
    readonly users: UserStore
    readonly userLinks: UserLinkStore
  }
}

/** Adds the login with OpenID Connect, if the method is enabled. No provider is contacted yet. */
export async function createOidcLoginParts(parts: Parts) {
  const { settings, methods, offers } = parts
  const oidcLogin = await createOidcParts(parts)
  const { providers } = settings.login.oidc
  return {
    oidcLogin,
    methods: oidcLogin ? [...methods, oidcLogin.method] : methods,
    offers: { ...offers, oidc: providers.map(({ name, label }) => ({ provider: name, label })) },
  }
}

async function createOidcParts(parts: Parts): Promise<OidcLogin | undefined> {
  const { settings, storage, administration, pendingLogins, now, uptimeMs, reporter } = parts
  if (!settings.login.methods.includes('oidc')) return undefined
  const { oidc } = settings.login
  const createProvider = await createProviderFactory(settings, uptimeMs)
  return createOidcLogin({
    providers: oidc.providers.map((setting) => ({ setting, provider: createProvider(setting) })),
    pendingLogins,
    externalAccounts: createExternalAccounts({
      database: storage.database,
      administration,
      onProblem: reporter.warn,
      now,
    }),
    async usernameOf(issuer, subject) {
      const link = await storage.userLinks.find(issuer, subject)
      return link && (await storage.users.find(link.userId))?.username
    },
    lifetimeSeconds: STATE_LIFETIME_SECONDS,
    onProblem: reporter.warn,
  })
}

interface OidcSettings {
  readonly application: { readonly publicUrl: string }
  readonly login: {
    readonly oidc: { readonly providers: readonly OidcProviderSetting[]; readonly timeoutSeconds: number }
  }
}

async function createProviderFactory({ login, application }: OidcSettings, uptimeMs: () => number) {
  const { providers, timeoutSeconds } = login.oidc
  const timeoutMs = timeoutSeconds * 1000
  const boundedFetch = createBoundedFetch(timeoutMs)
  const client = providers.some(({ protocol }) => protocol === 'oidc')
    ? await import('openid-client')
    : undefined

  return (setting: OidcProviderSetting): Provider => {
    const parts = { setting, redirectUri: redirectUriOf(setting, application.publicUrl), boundedFetch }
    if (client && setting.protocol === 'oidc')
      return createOpenIdProvider({ ...parts, client, timeoutMs, now: uptimeMs })
    if (setting.protocol === 'github') return createGithubProvider(parts)
    if (setting.protocol === 'wecom') return createWecomProvider({ ...parts, now: uptimeMs })
    return createDingtalkProvider(parts)
  }
}
