import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/*
 * The code is on its way from groups to three floors: a platform, a core that is the specification, and features that can be deleted
 * (docs/architecture.md). `floors.csv` says where each file will be. Until it is there, the imports between these places are counted.
 */
const root = join(import.meta.dirname, '..', 'src')

/** May only fall. At 0 the files can move. */
const IMPORTS_TO_INVERT = 17

/** A feature may import those before it. */
const FEATURES = [
  'monitoring/log-verification',
  'monitoring/events',
  'monitoring/metrics',
  'monitoring/tracing',
  'login/second-factor',
  'login/service-accounts',
  'login/external-accounts',
  'login/messages',
  'login/one-time-codes',
  'login/passkeys',
  'login/password-links',
  'login/ldap',
  'login/oidc',
  'login/methods-of-users',
  'approval/four-eyes',
  'approval/access-requests',
  'policy/usage',
  'policy/explain',
  'policy/preview',
  'policy/policy-files',
  'policy/reports',
  'policy/user-import',
  'web/forward-auth',
  'web/gateway',
  'web/console',
  'web/api-docs',
  'web/overview',
  'web/menus',
  'operation/backup',
  'operation/cluster-state',
  'operation/doctor',
]

/** What all features bring, in one list each. The core may import them: they are declarations. */
const LISTS = ['features/settings.ts', 'features/setting-combinations.ts', 'features/tables.ts']

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .toSorted()
const [, ...rows] = readFileSync(join(import.meta.dirname, 'floors.csv'), 'utf8')
  .trim()
  .split('\n')
const placeOf = new Map(rows.map((row) => row.split(',') as [string, string]))

/** Returns a number that grows from the platform to the service. */
function heightOf(place: string): number {
  const [floor = '', group, feature] = place.split('/')
  if (floor === 'platform') return 0
  if (floor === 'core' || LISTS.includes(place)) return 1
  if (floor !== 'features') return 2 + FEATURES.length
  const index = FEATURES.indexOf(`${group}/${feature}`)
  if (index === -1) throw new Error(`${place} is in no known feature`)
  return 2 + index
}

const wrongImports = files.flatMap((path) => {
  const text = readFileSync(join(root, path), 'utf8')
  const targets = [...text.matchAll(/(?:from |import\(|^import )'(\.[^']+)'/gm)].map(([, name = '']) =>
    join(dirname(path), name),
  )
  const place = placeOf.get(path) ?? ''
  if (LISTS.includes(place)) return []
  return targets
    .map((target) => placeOf.get(target) ?? '')
    .filter((target) => heightOf(target) > heightOf(place))
    .map((target) => `${place} -> ${target}`)
})

test('each file has one place', () => {
  expect([...placeOf.keys()]).toEqual(files)
  expect(new Set(placeOf.values()).size).toBe(files.length)
})

test(`${IMPORTS_TO_INVERT} imports point from a floor to a higher one, or to a later feature`, () => {
  expect(wrongImports.length, wrongImports.toSorted().join('\n')).toBe(IMPORTS_TO_INVERT)
})
