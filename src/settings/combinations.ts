import type { Settings } from './declarations.ts'
import { behaviourOf } from './mode.ts'
import { type Origin, originInWords } from './origin.ts'
import { problemOfSecret } from './secret.ts'
import { SettingsError } from './settings-error.ts'

/** Stops the start where settings that are each well-formed cannot stand together. */
export function checkCombinations(settings: Settings, originOf: (key: string) => Origin | undefined): void {
  const { secret } = settings.jwt
  // Empty: one is made on the first start.
  const problem = secret === '' ? undefined : problemOfSecret(secret)
  if (problem === undefined || !behaviourOf(settings).strongSecretRequired) return
  const origin = originOf('jwt.secret')
  throw new SettingsError(`jwt.secret${origin === undefined ? '' : ` (${originInWords(origin)})`} ${problem}`)
}
