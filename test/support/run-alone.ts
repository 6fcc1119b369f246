import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDERS = ['src', 'console/src', 'test']
const REPLACES_MODULES = /^vi\.mock\(/m
const SAYS_SO = /^\/\/ Runs alone: /m

/**
 * Tests that need modules of their own: those that replace some, and those that say `// Runs alone: …` and why. All others share
 * what is loaded with the tests that ran before them.
 */
export function testsThatRunAlone(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
      .map((name) => join(folder, name)),
  ).filter((path) => {
    const text = readFileSync(path, 'utf8')
    return REPLACES_MODULES.test(text) || SAYS_SO.test(text)
  })
}
