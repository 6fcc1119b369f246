import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const FOLDERS = ['src', 'packages/client/src', 'console/src', 'test']
const REPLACES_MODULES = /\bvi\.(?:mock|doMock|resetModules)\(/
const RUNS_ALONE = /^\/\/ Runs alone: /m
const AT_FULL_HASH_COST = /^\/\/ Runs at the full cost of a password hash: /m

/**
 * Returns the tests that need isolated modules: those that mock modules, and those with a `// Runs alone: …` comment. All others share
 * loaded modules with the tests that ran before them.
 */
export function testsThatRunAlone(): string[] {
  return testsWith(REPLACES_MODULES, RUNS_ALONE)
}

/**
 * Returns the tests with a `// Runs at the full cost of a password hash: …` comment: those of the hash itself and of response times.
 * All others replace the cost with the least one.
 */
export function testsAtFullHashCost(): string[] {
  return testsWith(AT_FULL_HASH_COST)
}

function testsWith(...patterns: readonly RegExp[]): string[] {
  return FOLDERS.flatMap(testsIn).filter((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return patterns.some((pattern) => pattern.test(text))
  })
}

/** Returns the paths of the test files in a folder. */
export function testsIn(folder: string): string[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith('.test.ts')).map((name) => join(folder, name))
}
