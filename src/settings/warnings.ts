import type { Settings } from './declarations.ts'
import { behaviourOf } from './mode.ts'
import { problemOfSecret } from './secret.ts'

/**
 * What the operator must hear about on every start, though it does not stop it.
 *
 * @example
 * ```ts
 * for (const warning of warningsOf(settings)) logger.warn(warning)
 * ```
 */
export function warningsOf(settings: Settings): readonly string[] {
  const { isDev, mode } = behaviourOf(settings)
  if (!isDev) return []
  const warnings = [
    `application.mode is ${mode}: login asks for no captcha and tokens live for 100 years. Never run this in production.`,
  ]
  const problem = settings.jwt.secret === '' ? undefined : problemOfSecret(settings.jwt.secret)
  if (problem !== undefined) warnings.push(`jwt.secret ${problem}`)
  return warnings
}
