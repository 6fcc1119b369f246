import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const REPLACES_MODULES = /\bvi\.(?:mock|doMock|resetModules)\(/
const SAYS_SO = /^\/\/ Runs alone: /m

/**
 * Returns the tests that need isolated modules: those that mock modules, and those with a `// Runs alone: …` comment. All others share
 * loaded modules with the tests that ran before them.
 */
export function testsThatRunAlone(): string[] {
  return ['src', 'packages/client/src', 'console/src', 'test'].flatMap(testsIn).filter((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return REPLACES_MODULES.test(text) || SAYS_SO.test(text)
  })
}

/** Returns the paths of the test files in a folder. */
export function testsIn(folder: string): string[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith('.test.ts')).map((name) => join(folder, name))
}
