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
      value: setting.secret ? withoutSecrets(key, value) : value,
      source: source === undefined ? DEFAULT_SOURCE : describeSource(source),
    }
  })
}

function valueAt(settings: object, key: string): unknown {
  return key
    .split('.')
    .reduce<unknown>((node, name) => (isPlainObject(node) ? node[name] : undefined), settings)
}

function withoutSecrets(key: string, value: unknown): unknown {
  if (typeof value === 'string') return masked(key, value)
  if (!Array.isArray(value)) return MASK
  const records: readonly unknown[] = value
  return records.map((record) => (isPlainObject(record) ? maskedRecord(record) : MASK))
}

/** Keys of a record whose values are secret, such as `clientSecret`. */
const SECRET_KEY = /secret|password|key$/i

/** Of the URL of a webhook only the server is shown: whoever knows the path can often call it. */
function maskedRecord(record: Readonly<Record<string, unknown>>): object {
  const { url } = record
  const shown = Object.entries(record).map(([key, value]) => {
    const isSecret = SECRET_KEY.test(key) && value !== '' && typeof value !== 'boolean'
    return [key, isSecret ? MASK : value] as const
  })
  return {
    ...Object.fromEntries(shown),
    ...(typeof url === 'string' && URL.canParse(url) ? { url: `${new URL(url).origin}/${MASK}` } : {}),
  }
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
