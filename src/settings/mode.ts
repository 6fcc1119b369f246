/**
 * The only reader of `application.mode`: everything else asks what follows from it. Spec, Authentication 4: `dev`
 * skips the captcha check in login and forces the token lifetime to roughly 100 years; any other mode applies
 * neither.
 */
const DEV = 'dev'
const HUNDRED_YEARS_IN_SECONDS = 100 * 365.25 * 24 * 60 * 60

export interface Behaviour {
  readonly mode: string
  readonly isDev: boolean
  readonly captchaRequired: boolean
  readonly tokenLifetimeSeconds: number
  /** Whether a weak or publicly known secret stops the start. In dev it is only warned about. */
  readonly strongSecretRequired: boolean
}

interface ModeSettings {
  readonly application: { readonly mode: string }
  readonly jwt: { readonly timeout: number }
}

/**
 * What the mode of the service means.
 *
 * @example
 * ```ts
 * const behaviour = behaviourOf(settings)
 * if (behaviour.captchaRequired) await captcha.verify(request.uuid, request.code)
 * ```
 */
export function behaviourOf(settings: ModeSettings): Behaviour {
  const { mode } = settings.application
  const isDev = mode === DEV
  return {
    mode,
    isDev,
    captchaRequired: !isDev,
    tokenLifetimeSeconds: isDev ? HUNDRED_YEARS_IN_SECONDS : settings.jwt.timeout,
    strongSecretRequired: !isDev,
  }
}

/** Refuses `DEV` or ` dev`: they are not dev, and whoever wrote them believes they are. */
export function problemOfMode(mode: string): string | undefined {
  const meant = mode
    .normalize('NFKC')
    .replace(/[\s\p{C}]/gu, '')
    .toLowerCase()
  if (mode === DEV || meant !== DEV) return undefined
  return `must be exactly "${DEV}" to mean dev (no spaces, no capitals), or another word such as "prod"`
}
