import { type Settings, STRONG_SECRETS } from '../../features/settings.ts'
import { problemOfSecret } from '../../platform/settings/secret.ts'
import { behaviourOf, warningOfMode } from './mode.ts'

/**
 * Returns warnings that the service logs on every start.
 *
 * @example
 * ```ts
 * for (const warning of warningsOf(settings)) logger.warn(warning)
 * ```
 */
export function warningsOf(settings: Settings): readonly string[] {
  const { isDev, mode } = behaviourOf(settings)
  if (!isDev) {
    const warning = warningOfMode(mode)
    return warning === undefined ? [] : [warning]
  }
  const warnings = [
    `application.mode is ${mode}: login does not require a captcha, and tokens are valid for 100 years. Never use it in production.`,
  ]
  for (const { key, of } of STRONG_SECRETS) {
    const secret = of(settings)
    const problem = secret === '' ? undefined : problemOfSecret(secret)
    if (problem !== undefined) warnings.push(`${key} ${problem}`)
  }
  return warnings
}
