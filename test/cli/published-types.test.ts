import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const entries = Object.values<{ types?: string }>(manifest.exports).flatMap(({ types }) => types ?? [])

test('the published types import only packages that are installed with the package', () => {
  const packages = new Set<string>()
  const visited = new Set<string>()
  const waiting = entries.map((path) => join(root, path))
  for (const path of waiting) {
    if (visited.has(path)) continue
    visited.add(path)
    const withoutComments = readFileSync(path, 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
    for (const [, name = ''] of withoutComments.matchAll(/(?:from|import\(?)\s*["']([^"'\s]+)["']/g)) {
      if (name.startsWith('.')) waiting.push(join(dirname(path), name.replace(/\.(js|ts)$/, '.d.ts')))
      else if (!isBuiltin(name)) packages.add(packageOf(name))
    }
  }
  expect(visited.size).toBeGreaterThan(50)
  const installed = { ...manifest.dependencies, ...manifest.peerDependencies }
  expect([...packages].filter((name) => !(name in installed))).toEqual([])
})

/** Returns the name of the package of an imported module. */
function packageOf(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')
}
