import { namedCaptchaMethods } from '../../features/login-methods.ts'
import { DAY_IN_SECONDS } from '../../platform/runtime/time-units.ts'

/**
 * The only file that interprets `application.mode` (docs/specification.md, 4): `dev` skips the captcha check in login and
 * sets the token lifetime to about 100 years; every other mode does neither.
 */
const DEV = 'dev'
/** The documented modes. Every other text is accepted, but may be a mistake. */
const MODES: readonly string[] = [DEV, 'test', 'prod']
const HUNDRED_YEARS_IN_SECONDS = 100 * 365.25 * DAY_IN_SECONDS

export type Behaviour = ReturnType<typeof behaviourOf>

export interface ModeSettings {
  readonly application: { readonly mode: string }
  readonly jwt: { readonly timeout: number }
  readonly captcha: { readonly methods: readonly string[] }
  readonly login: { readonly methods: readonly string[] }
}

/**
 * Returns how the service behaves in its mode.
 *
 * @example
 * ```ts
 * const behaviour = behaviourOf(settings)
 * if (behaviour.captchaMethods.includes(method)) await captcha.verify(request.uuid, request.code)
 * ```
 */
export function behaviourOf(settings: ModeSettings) {
  const { mode } = settings.application
  const isDev = mode === DEV
  return {
    mode,
    isDev,
    captchaRequired: !isDev,
    /** The login methods that require a captcha. */
    captchaMethods: isDev ? [] : namedCaptchaMethods(settings.captcha.methods, settings.login.methods),
    tokenLifetimeSeconds: isDev ? HUNDRED_YEARS_IN_SECONDS : settings.jwt.timeout,
    /** Whether a weak or publicly known secret stops the start. In dev it only causes a warning. */
    strongSecretRequired: !isDev,
    /** Whether the first admin's password must obey the rules, and a generated one must be changed at the first login. */
    strongFirstPasswordRequired: !isDev,
  }
}

/** Returns a problem for `DEV` or ` dev`: they do not select dev mode, although they were probably meant to. */
export function problemOfMode(mode: string): string | undefined {
  const meant = mode
    .normalize('NFKC')
    .replace(/[\s\p{C}]/gu, '')
    .toLowerCase()
  if (mode === DEV || meant !== DEV) return undefined
  return `must be exactly "${DEV}" to mean dev (no spaces, no capitals), or another word such as "prod"`
}

/** Returns a warning about a mode that is not documented. */
export function warningOfMode(mode: string): string | undefined {
  if (MODES.includes(mode)) return undefined
  return `application.mode is ${JSON.stringify(mode)}, which is neither ${MODES.slice(0, -1).join(', ')} nor ${MODES.at(-1)}: the service runs as in prod`
}
