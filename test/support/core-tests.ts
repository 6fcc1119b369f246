import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { featureOf } from './features.ts'

const root = join(import.meta.dirname, '..', '..')
const FOLDERS = ['src/core', 'src/platform']
const IMPORT = /(?:from|import\()\s*'(\.[^']+)'/g

/** Returns the unit tests of core and platform that use no feature, not even by the fixtures that they import. */
export function testsWithoutFeatures(): readonly string[] {
  const lists = new Set(['src/features'])
  const usesFeature = (path: string, seen: Set<string>): boolean => {
    if (featureOf(relative('src', path)) !== undefined) return true
    // What is left of the lists, and of the service, compiles without features.
    if (seen.has(path) || lists.has(dirname(path)) || path.startsWith('src/service/')) return false
    seen.add(path)
    const text = readFileSync(join(root, path), 'utf8')
    return [...text.matchAll(IMPORT)].some(([, name = '']) => usesFeature(join(dirname(path), name), seen))
  }
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => join(folder, name)),
  ).filter((path) => !usesFeature(path, new Set()))
}
