import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', 'src')

interface Source {
  readonly path: string
  readonly imports: readonly string[]
}

const sources: readonly Source[] = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => ({ path, imports: importsOf(path) }))

function importsOf(path: string): string[] {
  // A type is no dependency at run time: a store may name what its concept is made of.
  const text = readFileSync(join(root, path), 'utf8').replaceAll(/^(?:im|ex)port type [^']*'[^']+'/gm, '')
  const names = [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g), ...text.matchAll(/^import '([^']+)'/gm)]
  return names.map(([, name = '']) =>
    name.startsWith('.') ? relative(root, join(root, dirname(path), name)) : name,
  )
}

/** From the top of the house to its ground. A file may import from its own layer and below. */
const layers: readonly (readonly [name: string, holds: (path: string) => boolean])[] = [
  ['cli', (path) => path.startsWith('cli/')],
  ['the door', (path) => path === 'index.ts'],
  ['service', (path) => ['service.ts', 'assembly.ts'].includes(path)],
  ['http/plugin', (path) => ['http/plugin.ts', 'http/server.ts', 'http/routes.ts'].includes(path)],
  ['routes', (path) => path.endsWith('.routes.ts')],
  [
    'concepts',
    (path) => !path.endsWith('.store.ts') && !path.startsWith('database/') && path !== 'refusal.ts',
  ],
  ['stores', (path) => path.endsWith('.store.ts')],
  ['database', (path) => path.startsWith('database/')],
  ['refusal', (path) => path === 'refusal.ts'],
]

function layerOf(path: string): number {
  return layers.findIndex(([, holds]) => holds(path))
}

test('imports point down', () => {
  const upward = sources.flatMap(({ path, imports }) =>
    imports
      .filter((target) => target.endsWith('.ts') && layerOf(target) < layerOf(path))
      .filter((target) => !isWords(target))
      .map((target) => `${path} -> ${target}`),
  )
  expect(upward).toEqual([])
})

/** Constants and plain functions that stores share with their concept: they import nothing but their like. */
function isWords(path: string): boolean {
  return (
    sources
      .find((one) => one.path === path)
      ?.imports.every((target) => target.startsWith('node:') || isWords(target)) ?? false
  )
}

test('imports make no circles', () => {
  const imports = new Map(sources.map(({ path, imports: targets }) => [path, targets]))
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '))
    if (done.has(path) || trail.includes(path)) return
    for (const target of imports.get(path) ?? []) visit(target, [...trail, path])
    done.add(path)
  }
  for (const { path } of sources) visit(path, [])
  expect(circles).toEqual([])
})

test('only http, routes and service know Fastify; only the database and stores know Kysely', () => {
  const knowing = (name: string) =>
    sources.filter(({ imports }) => imports.includes(name)).map(({ path }) => path)
  const mayKnowFastify = (path: string) =>
    /^http\/|^gateway\/|\.routes\.ts$|^(service|assembly|replacements|reporter)\.ts$|^cli\/close-on-signal\.ts$/.test(
      path,
    )
  expect(knowing('fastify').filter((path) => !mayKnowFastify(path))).toEqual([])
  expect(knowing('kysely').filter((path) => !/^database\/|\.store\.ts$/.test(path))).toEqual([])
})

test('only mode.ts reads what application.mode means', () => {
  const mentioning = sources
    .filter(({ path }) => /'dev'/.test(readFileSync(join(root, path), 'utf8')))
    .map(({ path }) => path)
  expect(mentioning).toEqual(['settings/mode.ts'])
})

const consoleRoot = join(root, '..', 'console', 'src')
const consoleSources = readdirSync(consoleRoot, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
  .map((path) => ({ path, text: readFileSync(join(consoleRoot, path), 'utf8') }))

test('the web console takes types from the service, and nothing that runs', () => {
  const running = consoleSources.filter(({ text }) => /^import (?!type )[^;']*'(?:\.\.\/)+src\//m.test(text))
  expect(consoleSources.length).toBeGreaterThan(50)
  expect(running.map(({ path }) => path)).toEqual([])
})

test('in the web console api.ts alone talks to the service', () => {
  const talking = consoleSources.filter(({ text }) =>
    /\bfetch\(|XMLHttpRequest|EventSource|WebSocket|sendBeacon/.test(text),
  )
  expect(talking.map(({ path }) => path)).toEqual(['api.ts'])
})
