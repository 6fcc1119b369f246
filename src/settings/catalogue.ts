import { declarations } from './declarations.ts'
import { type Group, isSetting, type Setting } from './setting.ts'

/** A setting with its name in every source. */
export interface Entry {
  /** `application.trustProxy` */
  readonly key: string
  /** `CASTELLAN_APPLICATION_TRUSTPROXY` */
  readonly variable: string
  readonly setting: Setting<unknown>
}

export const VARIABLE_PREFIX = 'CASTELLAN_'

/** Variables of the same prefix that are no settings. */
export const otherVariables = {
  CASTELLAN_CONFIG: 'The path of the settings file, where `--config` is not given. The file must exist.',
  CASTELLAN_ADMIN_PASSWORD:
    'The password of the user `admin`, read on the first start alone. Without it a random one is made and printed once.',
} as const satisfies Readonly<Record<`${typeof VARIABLE_PREFIX}${string}`, string>>

function entriesOf(group: Group, path: readonly string[]): Entry[] {
  return Object.entries(group).flatMap(([name, node]) => {
    const full = [...path, name]
    if (!isSetting(node)) return entriesOf(node, full)
    return [{ key: full.join('.'), variable: VARIABLE_PREFIX + full.join('_').toUpperCase(), setting: node }]
  })
}

/** All settings, in the order of their declaration. */
export const catalogue: readonly Entry[] = entriesOf(declarations, [])

export const entryByKey: ReadonlyMap<string, Entry> = new Map(catalogue.map((entry) => [entry.key, entry]))
export const entryByVariable: ReadonlyMap<string, Entry> = new Map(
  catalogue.map((entry) => [entry.variable, entry]),
)

/** The names of all groups: `application`, `logger`, … */
export const groupKeys: ReadonlySet<string> = new Set(
  catalogue.flatMap(({ key }) => {
    const path = key.split('.')
    return path.slice(1).map((_, depth) => path.slice(0, depth + 1).join('.'))
  }),
)
