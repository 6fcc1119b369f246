import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

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

const GROUPS = [
  'cli',
  'index.ts',
  'adapters',
  'service',
  'server',
  'administration',
  'authorization',
  'authentication',
  'observability',
  'logs',
  'accounts',
  'cluster',
  'settings',
  'database',
  'foundation',
]

test('the entries of src are these groups', () => {
  expect(readdirSync(root).toSorted()).toEqual(GROUPS.toSorted())
})

test.each([
  ['the service', sources],
  ['the client', sourcesIn(clientRoot)],
])('there are no import cycles in %s, imports of types included', (_, files) => {
  expect(cyclesOf(new Map(files.map(({ path, allImports }) => [path, allImports])))).toEqual([])
})

test('the folders of a group do not import each other in a circle, imports of types included', () => {
  const folders = importsOfFolders(new Map(sources.map(({ path, allImports }) => [path, allImports])), 2)
  expect(folders.size).toBeGreaterThan(40)
  expect(cyclesOf(folders)).toEqual([])
})

/** Returns which folders of this depth import which. Files in higher folders, such as a table of all routes, may import any. */
function importsOfFolders(imports: ReadonlyMap<string, readonly string[]>, depth: number) {
  const folderOf = (path: string) => path.split('/').slice(0, -1).slice(0, depth)
  const folders = new Map<string, Set<string>>()
  for (const [path, targets] of imports) {
    const from = folderOf(path)
    if (from.length < depth) continue
    const name = from.join('/')
    const known = folders.get(name) ?? new Set()
    for (const target of targets.map(folderOf)) {
      if (target.length === depth && target.join('/') !== name) known.add(target.join('/'))
    }
    folders.set(name, known)
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

describe('the pictures of docs/architecture.md', () => {
  const page = readFileSync(join(root, '..', 'docs', 'architecture.md'), 'utf8')
  const pictures = [...page.matchAll(/Inside `(\w+)\/`.*\n\n```mermaid\n([^`]+)```/g)]

  test('show six groups', () => {
    expect(pictures.map(([, group]) => group)).toEqual([
      'cli',
      'service',
      'server',
      'administration',
      'authorization',
      'authentication',
    ])
  })

  const allPictures = pictures.map(([, group = '', picture = '']) => ({ group, picture }))
  test.each(allPictures)('$group: arrows are imports, imports between folders are arrows', (shown) => {
    const arrows = shown.picture.split('\n').flatMap((line) => {
      const names = line.split('-->').map((node) => node.replace(/\[.*/, '').trim())
      return names.slice(1).map((name, index) => `${names[index]} -> ${name}`)
    })
    const isInGroup = (path: string) => path.startsWith(`${shown.group}/`)
    const entryOf = (path: string) => path.split('/')[1] ?? ''
    const imports = sources
      .filter(({ path }) => isInGroup(path))
      .flatMap(({ path, allImports }) =>
        allImports.filter(isInGroup).map((target) => ({ from: entryOf(path), to: entryOf(target) })),
      )
    const arrowOf = ({ from, to }: { from: string; to: string }) => `${from} -> ${to}`.replaceAll('.ts', '')
    const isFolder = (entry: string) => !entry.endsWith('.ts')
    const betweenFolders = imports.filter(({ from, to }) => from !== to && isFolder(from) && isFolder(to))
    const known = new Set(imports.map(arrowOf))
    expect(arrows.filter((arrow) => !known.has(arrow))).toEqual([])
    expect(betweenFolders.map(arrowOf).filter((arrow) => !arrows.includes(arrow))).toEqual([])
  })
})

test('declared tables import nothing that a later change of the program could change', () => {
  const declarations = sources.filter(
    ({ path }) => path.endsWith('-tables.ts') && !path.startsWith('database/'),
  )
  const others = declarations.flatMap(({ path, allImports }) =>
    allImports
      .filter(
        (target) =>
          !/^database\/migrations\/(?:context|create-table|table|trigrams)\.ts$|^kysely$/.test(target),
      )
      .map((target) => `${path} -> ${target}`),
  )
  expect(declarations.length).toBeGreaterThan(20)
  expect(others).toEqual([])
})

test('only the database folder tests which database product is used', () => {
  const testing = sources.filter(
    ({ path }) => !path.startsWith('database/') && /dialectOf|\.dialect\b/.test(readSource(path)),
  )
  expect(testing.map(({ path }) => path)).toEqual([])
})

test('only the server and the service know Fastify; only the database and stores know Kysely', () => {
  const knowing = (name: string) =>
    sources.filter(({ imports }) => imports.includes(name)).map(({ path }) => path)
  const mayKnowFastify = (path: string) => /^(server|service)\//.test(path)
  expect(knowing('fastify').filter((path) => !mayKnowFastify(path))).toEqual([])
  expect(knowing('kysely').filter((path) => !/^database\/|\.store\.ts$|-tables\.ts$/.test(path))).toEqual([])
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
  expect(readSource('cli/castellan.ts')).not.toMatch(/^import /m)
  expect(packagesLoadedWith('cli/run-program.ts')).toEqual(['commander'])
})

test('the library loads no package of an optional feature before a setting enables it', () => {
  const loaded = packagesLoadedWith('index.ts')
  expect(loaded).toContain('kysely')
  const optional =
    /^(?:@opentelemetry|@redis|@simplewebauthn|jose|ldapts|mysql2|nodemailer|openid-client|pg|prom-client|undici)(?:\/|$)/
  expect(loaded.filter((name) => optional.test(name))).toEqual([])
})

test('only mode.ts reads what application.mode means', () => {
  const mentioning = sources.filter(({ path }) => /'dev'/.test(readSource(path))).map(({ path }) => path)
  expect(mentioning).toEqual(['settings/mode.ts'])
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
  expect(cyclesOf(importsOfFolders(consoleImports, 1))).toEqual([])
})

test('the web console imports only types from the service', () => {
  const running = consoleSources.filter(({ text }) =>
    /^(?:im|ex)port (?!type )[^;']*'(?:\.\.\/)+src\//m.test(text),
  )
  expect(consoleSources.length).toBeGreaterThan(50)
  expect(running.map(({ path }) => path)).toEqual([])
})

test('only api.ts of the web console sends requests: it creates the client, with the fetch that the client uses, and the event stream', () => {
  const sending = consoleSources.filter(({ text }) =>
    /\bfetch\(|XMLHttpRequest|WebSocket|sendBeacon/.test(text),
  )
  const streaming = consoleSources.filter(({ text }) => text.includes('EventSource'))
  const creating = consoleSources.filter(({ text }) => text.includes('createClient('))
  expect(sending.map(({ path }) => path)).toEqual(['api.ts'])
  expect(streaming.map(({ path }) => path)).toEqual(['api.ts'])
  expect(creating.map(({ path }) => path)).toEqual(['api.ts'])
})
