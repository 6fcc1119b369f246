import { problemOfSecret } from '../../platform/settings/secret.ts'
import type { SettingProblem } from '../../platform/settings/setting.ts'
import { behaviourOf, type ModeSettings } from './mode.ts'

/** What the service requires of several settings, or of several entries of a list, together. */
export interface Combination<Settings> {
  /** The keys or groups that it reads. */
  readonly reads: readonly string[]
  readonly find: (settings: Settings) => readonly SettingProblem[]
}

/** A secret that must be strong, except in dev. An empty one is not used, or generated on the first start. */
export interface StrongSecret<Settings> {
  readonly key: string
  readonly of: (settings: Settings) => string
}

/** Returns a problem of a setting as a list. */
export function listed(key: string, problem: string | undefined): readonly SettingProblem[] {
  return problem === undefined ? [] : [{ key, problem }]
}

export function strongSecretCombination<Settings extends ModeSettings>({
  key,
  of,
}: StrongSecret<Settings>): Combination<Settings> {
  return {
    reads: ['application.mode', key],
    find(settings) {
      const secret = of(settings)
      const isChecked = secret !== '' && behaviourOf(settings).strongSecretRequired
      return isChecked ? listed(key, problemOfSecret(secret)) : []
    },
  }
}
