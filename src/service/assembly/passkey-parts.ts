import type { PendingLogins } from '../../authentication/login/pending-login.ts'
import type { SecondFactorThrottle } from '../../authentication/login/second-factor-throttle.ts'
import { createPasskeyLogin } from '../../authentication/passkey/passkey-login.ts'
import { createWebAuthn } from '../../authentication/passkey/webauthn.ts'
import { createOutageLog } from '../../foundation/runtime/outage-log.ts'
import { relyingPartyOf } from '../../settings/relying-party.ts'
import { SettingsError } from '../../settings/settings-error.ts'
import { createCounterEvents } from '../observers/passkey-events.ts'
import type { Core } from './core.ts'

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
