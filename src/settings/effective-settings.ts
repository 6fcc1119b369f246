import { catalogue } from './catalogue.ts'
import type { LoadedSettings } from './load-settings.ts'
import { isPlainObject } from './setting.ts'
import { describeSource } from './settings-error.ts'

/** A setting as `castellan settings` shows it. */
export interface EffectiveSetting {
  readonly key: string
  /** With secrets masked. */
  readonly value: unknown
  readonly source: string
}

const MASK = '***'
const DEFAULT_SOURCE = 'default'

/** Returns every setting with its value and where the value comes from, in the order of the documentation. */
export function effectiveSettings({
  settings,
  sources,
}: Pick<LoadedSettings, 'settings' | 'sources'>): readonly EffectiveSetting[] {
  return catalogue.map(({ key, setting }) => {
    const value = valueAt(settings, key)
    const source = sources.get(key)
    return {
      key,
      value: setting.secret && typeof value === 'string' ? masked(key, value) : value,
      source: source === undefined ? DEFAULT_SOURCE : describeSource(source),
    }
  })
}

function valueAt(settings: object, key: string): unknown {
  return key
    .split('.')
    .reduce<unknown>((node, name) => (isPlainObject(node) ? node[name] : undefined), settings)
}

/** Of a URL, only the password is masked, so that the operator can see which server is meant. */
function masked(key: string, secret: string): string {
  if (secret === '') return ''
  if (!key.endsWith('.url') || !URL.canParse(secret)) return MASK
  const url = new URL(secret)
  if (url.password === '') return secret
  url.password = MASK
  return url.href
}
