import { isAppMethod, problemOfCaptchaMethods } from '../../../features/login-methods.ts'
import { createConcurrencyLimit } from '../../../platform/runtime/concurrency-limit.ts'
import { SettingsError } from '../../../platform/settings/settings-error.ts'
import type { ServiceContext } from '../../service/context.ts'
import type { AccountStore } from '../../user/account.store.ts'
import type { UserLinkStore } from '../../user/user-link.store.ts'
import type { AppMethodFields } from '../endpoints/login-body.ts'
import type { LoginMethod } from '../login-method.ts'
import { type AppLoginMethod, assertAppMethods } from './app-login-method.ts'
import { appMethodNameOf, createAppMethod } from './app-method.ts'

/** Logins that wait for the app cost little, so more of them may run than password hashes. */
const MAX_LOGINS = 32
const MAX_WAITING_LOGINS = 200
const TIMEOUT_MS = 10_000

export interface AppMethodParts {
  readonly methods: readonly LoginMethod[]
  /** What requests and login pages have to know about each enabled method. */
  readonly offered: readonly AppMethodFields[]
  /** For the log, when the service has one. */
  readonly warnings: readonly string[]
}

interface Parts extends Pick<ServiceContext, 'settings' | 'behaviour' | 'isStandalone' | 'reporter'> {
  readonly replacements: { readonly loginMethods?: readonly AppLoginMethod<object>[] }
  readonly storage: { readonly accounts: AccountStore; readonly userLinks: UserLinkStore }
}

/** Creates the login methods that the embedding app adds and the settings enable. */
export function createAppMethodParts(parts: Parts): AppMethodParts {
  const { settings, behaviour, storage, isStandalone, replacements, reporter } = parts
  const { loginMethods: added = [] } = replacements
  assertAppMethods(added)
  const names = added.map(appMethodNameOf)
  const listed = settings.login.methods
  const missing = listed.filter((name) => isAppMethod(name) && !names.includes(name)).join(', ')
  // The same settings are used by castellan serve beside the app, which does not have its methods.
  if (missing !== '' && !isStandalone) {
    throw new SettingsError(
      `login.methods lists ${missing}, which the app does not add. Fix: pass it to createService in loginMethods, or remove it`,
    )
  }
  const guessable = added.filter((method) => method.guessable).map(appMethodNameOf)
  const problem = behaviour.captchaRequired
    ? problemOfCaptchaMethods(behaviour.captchaMethods, listed, guessable)
    : undefined
  if (problem !== undefined) throw new SettingsError(`captcha.methods ${problem}`)
  const disabled = names.filter((name) => !listed.includes(name)).join(', ')
  const enabled = added.filter((method) => listed.includes(appMethodNameOf(method)))
  return {
    methods: enabled.map((method) =>
      createAppMethod({
        method,
        accounts: storage.accounts,
        links: storage.userLinks,
        limit: createConcurrencyLimit({ concurrency: MAX_LOGINS, maxWaiting: MAX_WAITING_LOGINS }),
        timeoutMs: TIMEOUT_MS,
        onProblem: reporter.warn,
      }),
    ),
    offered: enabled.map(({ name, label = name, fields }) => ({ name: `app:${name}`, label, fields })),
    warnings: [
      ...(missing === ''
        ? []
        : [`login.methods lists ${missing}: only the app that adds it offers it, not this process`]),
      ...(disabled === ''
        ? []
        : [`the app adds ${disabled}, which login.methods does not list: it is not enabled`]),
    ],
  }
}
