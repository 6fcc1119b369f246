import type { PendingLogins } from '../../../core/login/pending-login.ts'
import type { Core } from '../../../core/service/core.ts'
import { createOutageLog } from '../../../platform/runtime/outage-log.ts'
import { SettingsError } from '../../../platform/settings/settings-error.ts'
import type { SecondFactorThrottle } from '../second-factor/second-factor-throttle.ts'
import { createCounterEvents } from './passkey-events.ts'
import { createPasskeyLogin } from './passkey-login.ts'
import { relyingPartyOf } from './relying-party.ts'
import { createWebAuthn } from './webauthn.ts'

/** Creates the login with passkeys, or nothing if the method is not enabled. */
export async function createPasskeyParts(
  { settings, storage, now, reporter }: Core,
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
