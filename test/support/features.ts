import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Words } from '../../src/core/service/words.ts'

const src = join(import.meta.dirname, '..', '..', 'src')

/** The files of the service without tests, by their paths in `src`. */
export const sources: ReadonlyMap<string, string> = new Map(
  readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => [path, readFileSync(join(src, path), 'utf8')]),
)

/** Returns the feature that a file belongs to, such as `login/ldap`; undefined for other files, such as the lists. */
export function featureOf(path: string): string | undefined {
  const [floor, group, feature, file] = path.split('/')
  return floor === 'features' && file !== undefined ? `${group}/${feature}` : undefined
}

const IMPORT = /^(?:import|export)\s(?:type\s+)?([^;'"]*?)\s*from\s*'(\.[^']+)'\n/gm
const DYNAMIC_IMPORT = /import\(\s*'(\.[^']+)'\s*\)/g

function importsOf(path: string, text: string): string[] {
  const names = [
    ...[...text.matchAll(IMPORT)].map(([, , name = '']) => name),
    ...[...text.matchAll(DYNAMIC_IMPORT)].map(([, name = '']) => name),
  ]
  return names.map((name) => join(dirname(path), name))
}

/** Returns the files outside a feature that import something of it. */
export function filesThatName(feature: string): string[] {
  return [...sources]
    .filter(([path]) => featureOf(path) !== feature)
    .filter(([path, text]) => importsOf(path, text).some((target) => featureOf(target) === feature))
    .map(([path]) => path)
}

/** Returns all features, each with those that import it, directly or not. */
export function featuresWithThoseThatImportThem(): ReadonlyMap<string, ReadonlySet<string>> {
  const features = [...new Set([...sources.keys()].flatMap((path) => featureOf(path) ?? []))].toSorted()
  const direct = new Map(
    features.map((feature) => [feature, filesThatName(feature).flatMap((path) => featureOf(path) ?? [])]),
  )
  return new Map(
    features.map((feature) => {
      const found = new Set<string>()
      const add = (name: string): void => {
        if (found.has(name)) return
        found.add(name)
        for (const other of direct.get(name) ?? []) add(other)
      }
      for (const other of direct.get(feature) ?? []) add(other)
      found.delete(feature)
      return [feature, found]
    }),
  )
}

/** Returns the words of a feature that are no words of everyday language: its refusals, audit actions and kinds of events. */
export async function wordsOf(feature: string): Promise<readonly string[]> {
  const path = `features/${feature}/words.ts`
  if (!sources.has(path)) return []
  const exported: Readonly<Record<string, Words>> = await import(join(src, path))
  return Object.values(exported)
    .flatMap(({ refusals, auditActions, events }) => [refusals, auditActions, events])
    .flatMap((words) => Object.keys(words ?? {}))
    .filter((word) => /[.-]/.test(word))
}

/** Returns the files that are left when features are deleted: without their folders, and without the lines that name them. */
export function sourcesWithout(deleted: ReadonlySet<string>): ReadonlyMap<string, string> {
  const isDeleted = (path: string): boolean => deleted.has(featureOf(path) ?? '')
  const left = [...sources].filter(([path]) => !isDeleted(path))
  return new Map(left.map(([path, text]) => [path, withoutNames(path, text, isDeleted)]))
}

function withoutNames(path: string, text: string, isDeleted: (path: string) => boolean): string {
  const names: string[] = []
  const rest = text.replace(IMPORT, (statement, imported: string, from: string) => {
    if (!isDeleted(join(dirname(path), from))) return statement
    names.push(...namesIn(imported))
    return ''
  })
  if (names.length === 0) return text
  const isNamed = new RegExp(`(?<![\\w$])(?:${names.join('|')})(?![\\w$])`)
  return rest
    .split('\n')
    .filter((line) => !isNamed.test(line))
    .join('\n')
}

/** Returns the names that an import declares. */
function namesIn(imported: string): string[] {
  return imported
    .replaceAll(/[{}]/g, ' ')
    .split(',')
    .flatMap((name) => /(\w+)\s*$/.exec(name)?.[1] ?? [])
}
