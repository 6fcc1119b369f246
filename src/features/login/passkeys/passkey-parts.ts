import type { PendingLogins } from '../../../core/login/pending-login.ts'
import type { ServiceContext } from '../../../core/service/context.ts'
import type { AccountStore } from '../../../core/user/account.store.ts'
import type { RootDatabase } from '../../../platform/database/database.ts'
import { createOutageLog } from '../../../platform/runtime/outage-log.ts'
import { SettingsError } from '../../../platform/settings/settings-error.ts'
import type { SecondFactorThrottle } from '../second-factor/second-factor-throttle.ts'
import type { PasskeyStore } from './passkey.store.ts'
import { createCounterEvents } from './passkey-events.ts'
import { createPasskeyLogin } from './passkey-login.ts'
import { relyingPartyOf } from './relying-party.ts'
import { createWebAuthn } from './webauthn.ts'

interface Parts extends Pick<ServiceContext, 'settings' | 'now' | 'reporter'> {
  readonly storage: {
    readonly database: RootDatabase
    readonly passkeys: PasskeyStore
    readonly accounts: AccountStore
  }
}

/** Creates the login with passkeys, or nothing if the method is not enabled. */
export async function createPasskeyParts(
  { settings, storage, now, reporter }: Parts,
  pendingLogins: PendingLogins,
  secondFactorThrottle: Pick<SecondFactorThrottle, 'countFailure'>,
) {
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
