import { createAppMethodParts } from '../core/login/app/app-method-parts.ts'
import type { AppMethodFields } from '../core/login/endpoints/login-body.ts'
import { createLogin } from '../core/login/login.ts'
import { NO_LOGIN_EVENTS } from '../core/login/login-events.ts'
import type { LoginMethods, OfferedLogin } from '../core/login/offered-login.ts'
import { isBuiltInMethod } from '../features/login-methods.ts'
import type { Settings } from '../features/settings.ts'
import { traced } from '../platform/observability/tracing.ts'
import type { Core } from './core.ts'
import { addLoginFeatures, createLoginEvents } from './features.ts'
import { createLoginBase } from './login-base.ts'

export type LoginParts = Awaited<ReturnType<typeof createLoginParts>>

/** Creates everything that only a login needs. */
export async function createLoginParts(core: Core) {
  const base = await createLoginBase(core, createLoginEvents(core, NO_LOGIN_EVENTS))
  const parts = await addLoginFeatures(base)
  const { settings, behaviour, sessions, now, tracing, captcha, loginLog, loginEvents } = parts
  const methods = parts.methods.filter(({ name }) => settings.login.methods.includes(name))
  const appMethods = createAppMethodParts(core)
  const login = createLogin({
    recordRoleEnds: core.recordRoleEnds,
    captchaMethods: behaviour.captchaMethods,
    captcha: { ...captcha, verify: traced(tracing, 'captcha check', captcha.verify) },
    methods: [...methods, ...appMethods.methods],
    throttle: parts.throttle,
    secondFactorStep: parts.secondFactorStep,
    onNewNetwork: loginEvents.newNetwork,
    sessions: { ...sessions, open: traced(tracing, 'open session', sessions.open) },
    loginLog: { record: traced(tracing, 'login log', loginLog.record) },
    now,
  })
  return {
    ...parts,
    login,
    appMethods: appMethods.offered,
    loginWarnings: appMethods.warnings,
    offeredLogins: offeredLoginsOf(settings, parts.offers, {
      captchaMethods: behaviour.captchaMethods,
      appMethods: appMethods.offered,
    }),
  }
}

/** Returns what login pages offer, in the order of the settings: one entry per method, or per identity provider. */
function offeredLoginsOf(
  { login }: Settings,
  offers: LoginMethods['offers'],
  {
    captchaMethods,
    appMethods,
  }: { captchaMethods: readonly string[]; appMethods: readonly AppMethodFields[] },
): readonly OfferedLogin[] {
  return login.methods.flatMap((method): readonly OfferedLogin[] => {
    const ofApp = appMethods.find(({ name }) => name === method)
    if (ofApp) {
      const { name, label } = ofApp
      return [{ method: name, captchaRequired: captchaMethods.includes(method), label }]
    }
    // A method of an app that this process is not.
    if (!isBuiltInMethod(method)) return []
    const captchaRequired = captchaMethods.includes(method)
    return (offers[method] ?? [{}]).map((offer) => ({ method, captchaRequired, ...offer }))
  })
}
