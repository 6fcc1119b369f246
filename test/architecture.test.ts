import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', 'src')

interface Source {
  readonly path: string
  /** Imports that exist at run time. */
  readonly imports: readonly string[]
  /** With imports of types. */
  readonly allImports: readonly string[]
}

const sources = sourcesIn(root)
const clientRoot = join(root, '..', 'packages', 'client', 'src')

function sourcesIn(folder: string): readonly Source[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => {
      const text = readFileSync(join(folder, path), 'utf8')
      const running = text.replaceAll(/^(?:im|ex)port type [^']*'[^']+'/gm, '')
      return { path, imports: importsIn(path, running), allImports: importsIn(path, text) }
    })
}

function readSource(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

function importsIn(path: string, text: string): string[] {
  const names = [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g), ...text.matchAll(/^import '([^']+)'/gm)]
  return names.map(([, name = '']) =>
    name.startsWith('.') ? relative(root, join(root, dirname(path), name)) : name,
  )
}

test('src has the three floors, and what is built on them', () => {
  const entries = ['adapters', 'core', 'features', 'index.ts', 'platform', 'service']
  expect(readdirSync(root).toSorted()).toEqual(entries)
})

/** A feature may import those before it. */
const FEATURES = [
  'monitoring/log-verification',
  'monitoring/events',
  'monitoring/metrics',
  'monitoring/tracing',
  'login/second-factor',
  'login/service-accounts',
  'login/messages',
  'login/one-time-codes',
  'login/passkeys',
  'login/password-links',
  'login/external-accounts',
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
  'web/go-admin-front-end',
  'operation/backup',
  'operation/cluster-state',
  'operation/doctor',
  'operation/shadow',
  'operation/system-import',
]

/** What all features bring, in one list each. All floors may import them: they are declarations. */
const LISTS = [
  'features/settings.ts',
  'features/tables.ts',
  'features/tables-and-words.ts',
  'features/login-methods.ts',
  'features/rows-by-role.ts',
]

/** Returns a number that grows from the platform to the service. */
function heightOf(path: string): number {
  const [floor = '', group, feature] = path.split('/')
  if (floor === 'platform' || LISTS.includes(path)) return 0
  if (floor === 'core') return 1
  if (floor !== 'features') return 2 + FEATURES.length
  const index = FEATURES.indexOf(`${group}/${feature}`)
  if (index === -1) throw new Error(`${path} is in no known feature`)
  return 2 + index
}

test('no import points from a floor to a higher one, or to a later feature; types included', () => {
  const wrong = sources
    .filter(({ path }) => !LISTS.includes(path))
    .flatMap(({ path, allImports }) =>
      allImports
        .filter((target) => target.endsWith('.ts') && heightOf(target) > heightOf(path))
        .map((target) => `${path} -> ${target}`),
    )
  expect(wrong).toEqual([])
})

test.each([
  ['the service', sources],
  ['the client', sourcesIn(clientRoot)],
])('there are no import cycles in %s, imports of types included', (_, files) => {
  expect(cyclesOf(new Map(files.map(({ path, allImports }) => [path, allImports])))).toEqual([])
})

const isCalls = (path: string): boolean => path.endsWith('/calls.ts')

/** Returns which folders import which. Files beside the folders may import any, and all may import the calls of a feature. */
function importsOfFolders(imports: ReadonlyMap<string, readonly string[]>) {
  const folderOf = (path: string) =>
    path.split('/').length > 2 && !isCalls(path) ? dirname(path) : undefined
  const folders = new Map<string, Set<string>>()
  for (const [path, targets] of imports) {
    const from = folderOf(path)
    if (from === undefined) continue
    const known = folders.get(from) ?? new Set()
    for (const target of targets.map(folderOf)) {
      if (target !== undefined && target !== from) known.add(target)
    }
    folders.set(from, known)
  }
  return folders
}

/** Returns each circle that following the imports finds, as a text such as `a -> b -> a`. */
function cyclesOf(imports: ReadonlyMap<string, Iterable<string>>): string[] {
  const cycles: string[] = []
  const done = new Set<string>()
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '))
    if (done.has(path) || trail.includes(path)) return
    for (const target of imports.get(path) ?? []) visit(target, [...trail, path])
    done.add(path)
  }
  for (const path of imports.keys()) visit(path, [])
  return cycles
}

test('the layout in docs/architecture.md names every folder of the floors, and the features in their order', () => {
  const page = readFileSync(join(root, '..', 'docs', 'architecture.md'), 'utf8')
  const layout = /^src\/\n[\s\S]*?```/m.exec(page)?.[0] ?? ''
  const isMissing = (name: string) => !new RegExp(`(?:^|[ /])${name}(?:[/, ]|$)`, 'm').test(layout)
  const foldersIn = (floor: string) =>
    readdirSync(join(root, floor), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
  expect(['platform', 'core', 'features'].flatMap(foldersIn).filter(isMissing)).toEqual([])
  const names = FEATURES.map((feature) => feature.split('/')[1] ?? '')
  expect(names.filter(isMissing)).toEqual([])
  const folders = foldersIn('features').flatMap((group) =>
    foldersIn(`features/${group}`).map((name) => `${group}/${name}`),
  )
  expect(folders.toSorted()).toEqual(FEATURES.toSorted())
})

test('declared tables import nothing that a later change of the program could change', () => {
  const declarations = sources.filter(
    ({ path }) => path.endsWith('-tables.ts') && !path.startsWith('platform/database/'),
  )
  const others = declarations.flatMap(({ path, allImports }) =>
    allImports
      .filter(
        (target) =>
          !/^platform\/database\/migrations\/(?:context|create-table|table|trigrams)\.ts$|^kysely$/.test(
            target,
          ),
      )
      .map((target) => `${path} -> ${target}`),
  )
  expect(declarations.length).toBeGreaterThan(20)
  expect(others).toEqual([])
})

test('only the database folder tests which database product is used', () => {
  const testing = sources.filter(
    ({ path }) => !path.startsWith('platform/database/') && /dialectOf|\.dialect\b/.test(readSource(path)),
  )
  expect(testing.map(({ path }) => path)).toEqual([])
})

test('only HTTP, endpoints and the service know Fastify; only the database and stores know Kysely', () => {
  const knowing = (name: string) =>
    sources.filter(({ imports }) => imports.includes(name)).map(({ path }) => path)
  const mayKnowFastify = (path: string) => /^(platform\/http|core\/check\/http|service)\//.test(path)
  expect(knowing('fastify').filter((path) => !mayKnowFastify(path))).toEqual([])
  expect(
    knowing('kysely').filter((path) => !/^platform\/database\/|\.store\.ts$|-tables\.ts$/.test(path)),
  ).toEqual([])
})

test('the client, which runs in browsers, imports nothing but its own files', () => {
  const files = sourcesIn(clientRoot)
  const outside = files.flatMap(({ path, allImports }) =>
    allImports
      .filter((target) => !files.some((file) => file.path === target))
      .map((target) => `${path} -> ${target}`),
  )
  expect(files.length).toBeGreaterThan(3)
  expect(outside).toEqual([])
})

test('the service does not import the client', () => {
  const client = relative(root, clientRoot)
  const importing = sources.filter(({ allImports }) => allImports.some((target) => target.startsWith(client)))
  expect(importing.map(({ path }) => path)).toEqual([])
})

/** Returns the packages that are loaded with a file, without those that are imported when a feature is used. */
function packagesLoadedWith(entry: string): string[] {
  const loaded = new Set<string>()
  const load = (path: string): void => {
    if (loaded.has(path)) return
    loaded.add(path)
    if (!path.endsWith('.ts')) return
    const text = readSource(path)
      .replaceAll(/^(?:im|ex)port type [^']*'[^']+'/gm, '')
      .replaceAll(/import\(\s*'[^']+'\s*\)/g, '')
    importsIn(path, text).map(load)
  }
  load(entry)
  // Texts such as '--from' can look like the end of an import.
  return [...loaded].filter((path) => /^[@\w]/.test(path) && !/\.ts$|^node:/.test(path))
}

test('the command line loads no package but commander before a command runs, so that help starts fast', () => {
  // An older Node.js must be able to load the entry point, which names the needed version.
  expect(readSource('service/cli/castellan.ts')).not.toMatch(/^import /m)
  expect(packagesLoadedWith('service/cli/run-program.ts')).toEqual(['commander'])
})

test('the library loads no package of an optional feature before a setting enables it', () => {
  const loaded = packagesLoadedWith('index.ts')
  expect(loaded).toContain('kysely')
  const optional =
    /^(?:@opentelemetry|@redis|@simplewebauthn|jose|ldapts|mysql2|nodemailer|openid-client|pg|prom-client|undici)(?:\/|$)/
  expect(loaded.filter((name) => optional.test(name))).toEqual([])
})

/** All but the operations and the first admin change no rights. A change of rights goes through the operations, which review it. */
const OPENS_TRANSACTIONS = [
  'core/login-log/writing/login-log-insert.store.ts',
  'core/login/login-failures.ts',
  'core/login/login-throttle.ts',
  'core/operations/operations.ts',
  'core/session/session.ts',
  'core/user/first-admin.ts',
  'features/approval/four-eyes/feature.ts',
  'features/login/ldap/found-account-throttle.ts',
  'features/login/passkeys/passkey-events.ts',
  'features/login/second-factor/second-factor-throttle.ts',
  'features/monitoring/events/key-events.ts',
  'features/monitoring/events/login-events.ts',
  'features/monitoring/log-verification/log-verification.ts',
  'features/policy/usage/usage.store.ts',
  'platform/cluster/change-feed/change-writer.ts',
]
const RIGHTS = /\/(?:user|role|role-holder|department|policy)\.store\.ts$/

test('only operations change rights: no other file has a transaction and the stores to write them with', () => {
  const opening = sources.filter(
    ({ path }) =>
      !path.startsWith('platform/database/') &&
      /\binTransaction\(|\.transaction\(\)|\bchange(?:s|Feed)\.write\(/.test(readSource(path)),
  )
  expect(opening.map(({ path }) => path).toSorted()).toEqual(OPENS_TRANSACTIONS)
  const writing = opening.filter(({ imports }) => imports.some((target) => RIGHTS.test(target)))
  expect(writing.map(({ path }) => path).toSorted()).toEqual([
    'core/operations/operations.ts',
    // Before anybody can log in.
    'core/user/first-admin.ts',
  ])
})

test('only mode.ts reads what application.mode means', () => {
  const mentioning = sources.filter(({ path }) => /'dev'/.test(readSource(path))).map(({ path }) => path)
  expect(mentioning).toEqual(['core/settings/mode.ts'])
})

const consoleRoot = join(root, '..', 'console', 'src')
const consoleSources = readdirSync(consoleRoot, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
  .map((path) => ({ path, text: readFileSync(join(consoleRoot, path), 'utf8') }))

const consoleImports = new Map(
  consoleSources.map(({ path, text }) => [
    path,
    [...text.matchAll(/(?:from|import\(|^import)\s*'(\.[^']+)'/gm)].map(([, name = '']) =>
      join(dirname(path), name),
    ),
  ]),
)

test('the web console has no import cycles; type imports count', () => {
  expect(cyclesOf(consoleImports)).toEqual([])
})

test('the folders of the web console do not import each other in a circle', () => {
  expect(cyclesOf(importsOfFolders(consoleImports))).toEqual([])
})

/** The lists of the web console in which features are named. That of the texts has a file for each language. */
const CONSOLE_LISTS = new Map([
  ['features/features.ts', 'pages'],
  ['features/login-pages.tsx', 'login pages'],
  ['languages/en.ts', 'texts'],
  ['languages/zh.ts', 'texts'],
])

test('the shell of the web console knows features only by their lists, and each is in at most two', () => {
  const featureOf = (path: string) => /^features\/([^/]+)\//.exec(path)?.[1]
  const named = new Map<string, Set<string>>()
  const wrong: string[] = []
  for (const [path, targets] of consoleImports) {
    for (const feature of featureOf(path) ? [] : targets.map(featureOf)) {
      if (feature === undefined) continue
      const list = CONSOLE_LISTS.get(path)
      if (list === undefined) wrong.push(`${path} -> ${feature}`)
      else named.set(feature, (named.get(feature) ?? new Set()).add(list))
    }
  }
  expect(wrong).toEqual([])
  expect([...named].filter(([, lists]) => lists.size > 2)).toEqual([])
  expect(named.size).toBeGreaterThan(20)
})

test('the features of the web console have the names of those of the service', () => {
  const foldersIn = (folder: string) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
  const known = [...foldersIn(join(root, 'core')), ...FEATURES.map((feature) => feature.split('/')[1])]
  const others = foldersIn(join(consoleRoot, 'features')).filter((name) => !known.includes(name))
  expect(others).toEqual([])
})

test('the calls of a feature of the web console import only the client and calls of others', () => {
  const calls = [...consoleImports].filter(([path]) => isCalls(path))
  const others = calls.flatMap(([path, targets]) =>
    targets
      .filter((target) => !target.startsWith('shell/api/') && !isCalls(target))
      .map((target) => `${path} -> ${target}`),
  )
  expect(calls.length).toBeGreaterThan(20)
  expect(others).toEqual([])
})

test('the web console imports only types from the service', () => {
  const running = consoleSources.filter(({ text }) =>
    /^(?:im|ex)port (?!type )[^;']*'(?:\.\.\/)+src\//m.test(text),
  )
  expect(consoleSources.length).toBeGreaterThan(50)
  expect(running.map(({ path }) => path)).toEqual([])
})

test('only client.ts of the web console sends requests, with the fetch of its client; events have a stream', () => {
  const sending = consoleSources.filter(({ text }) =>
    /\bfetch\(|XMLHttpRequest|WebSocket|sendBeacon/.test(text),
  )
  const streaming = consoleSources.filter(({ text }) => text.includes('EventSource'))
  const creating = consoleSources.filter(({ text }) => text.includes('createClient('))
  expect(sending.map(({ path }) => path)).toEqual(['shell/api/client.ts'])
  expect(streaming.map(({ path }) => path)).toEqual(['features/events/calls.ts'])
  expect(creating.map(({ path }) => path)).toEqual(['shell/api/client.ts'])
})
