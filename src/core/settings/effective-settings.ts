import { type Fields, isPlainObject } from '../../platform/settings/setting.ts'
import { describeSource } from '../../platform/settings/settings-error.ts'
import { catalogue, type Entry } from './catalogue.ts'
import type { LoadedSettings } from './load-settings.ts'

/** A setting as `castellan settings` shows it. */
export type EffectiveSetting = ReturnType<typeof effectiveSettings>[number]

const MASK = '***'
const DEFAULT_SOURCE = 'default'

/** Returns every setting with its value, secrets masked, and where the value comes from, in the order of use. */
export function effectiveSettings({ settings, sources }: Pick<LoadedSettings, 'settings' | 'sources'>) {
  return catalogue.map((entry) => {
    const { key, setting } = entry
    const value = valueAt(settings, key)
    const source = sources.get(key)
    return {
      key,
      value: setting.secret ? withoutSecrets(entry, value) : value,
      source: source === undefined ? DEFAULT_SOURCE : describeSource(source),
    }
  })
}

function valueAt(settings: object, key: string): unknown {
  return key
    .split('.')
    .reduce<unknown>((node, name) => (isPlainObject(node) ? node[name] : undefined), settings)
}

function withoutSecrets({ key, setting }: Entry, value: unknown): unknown {
  if (typeof value === 'string') return masked(key, value)
  const records: readonly unknown[] = Array.isArray(value) ? value : []
  return records.map((record) => (isPlainObject(record) ? maskedRecord(record, setting.fields) : MASK))
}

/** Of the URL of a webhook only the server is shown: whoever knows the path can often call it. */
function maskedRecord(record: Readonly<Record<string, unknown>>, fields: Fields = {}): object {
  const shown = Object.entries(record).map(([key, value]) => {
    if (!fields[key]?.secret || typeof value !== 'string' || value === '') return [key, value] as const
    return [key, URL.canParse(value) && key === 'url' ? `${new URL(value).origin}/${MASK}` : MASK] as const
  })
  return Object.fromEntries(shown)
}

/** Of a URL, only the password is masked, so that the operator can see which server is meant. */
function masked(key: string, secret: string): string {
  if (secret === '') return ''
  return key.endsWith('.url') ? urlWithoutPassword(secret) : MASK
}

/** Returns the URL with its password masked. A text that is not a URL is masked as a whole. */
export function urlWithoutPassword(text: string): string {
  if (!URL.canParse(text)) return MASK
  const url = new URL(text)
  if (url.password === '') return text
  url.password = MASK
  return url.href
}
