import type { LoginMethods } from '../../../core/login/offered-login.ts'
import type { PendingLogins } from '../../../core/login/pending-login.ts'
import type { Operations } from '../../../core/operations/operations.ts'
import type { ServiceContext } from '../../../core/service/context.ts'
import type { AccountStore } from '../../../core/user/account.store.ts'
import type { UserStore } from '../../../core/user/user.store.ts'
import type { RootDatabase } from '../../../platform/database/database.ts'
import { createOutageLog } from '../../../platform/runtime/outage-log.ts'
import { SettingsError } from '../../../platform/settings/settings-error.ts'
import type { SecondFactorThrottle } from '../second-factor/second-factor-throttle.ts'
import { createMyPasskeys } from './my-passkeys.ts'
import type { PasskeyStore } from './passkey.store.ts'
import { createCounterEvents } from './passkey-events.ts'
import { createPasskeyLogin } from './passkey-login.ts'
import { relyingPartyOf } from './relying-party.ts'
import { createWebAuthn } from './webauthn.ts'

interface Parts extends Pick<ServiceContext, 'settings' | 'now' | 'reporter'>, Pick<LoginMethods, 'methods'> {
  readonly pendingLogins: PendingLogins
  readonly secondFactorThrottle: Pick<SecondFactorThrottle, 'countFailure'>
  readonly administration: { readonly operations: Operations }
  readonly storage: {
    readonly database: RootDatabase
    readonly users: UserStore
    readonly passkeys: PasskeyStore
    readonly accounts: AccountStore
  }
}

/** Adds the login with passkeys, if the method is enabled, and creates what users do with their own. */
export async function createPasskeyLoginParts(parts: Parts) {
  const { storage, administration, pendingLogins, methods } = parts
  const created = await createPasskeyParts(parts)
  return {
    passkeyLogin: created?.login,
    methods: created ? [...methods, created.login.method] : methods,
    myPasskeys: createMyPasskeys({
      webAuthn: created?.webAuthn,
      users: storage.users,
      passkeys: storage.passkeys,
      operations: administration.operations,
      pendingLogins,
    }),
  }
}

async function createPasskeyParts(parts: Parts) {
  const { settings, storage, pendingLogins, secondFactorThrottle, now, reporter } = parts
  if (!settings.login.methods.includes('passkey')) return undefined
  const site = relyingPartyOf(settings)
  if ('problem' in site) throw new SettingsError(site.problem)
  const webAuthn = await createWebAuthn(site.value)
  const storeEvent = createCounterEvents(storage.database, now)
  const outage = createOutageLog((error) => reporter.problem(error, 'events of passkeys cannot be stored'))
  const login = createPasskeyLogin({
    webAuthn,
    passkeys: storage.passkeys,
    accounts: storage.accounts,
    pendingLogins,
    onWrongAssertion: secondFactorThrottle.countFailure,
    // An event that cannot be stored does not change the response to a login.
    onCounterRegression: (regression) => storeEvent(regression).then(outage.recovered, outage.failed),
    now,
  })
  return { webAuthn, login }
}
