// Whether what was made of the sources is newer than they are: tests and starts build too, and need not wait for it.
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Written last of all: a build that was broken off leaves none. */
const stamp = join(root, 'dist/.built')
const SOURCES = [
  'src',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'scripts/build.mjs',
]

/** Folders too: they are as new as the last file that was added to them or taken away. */
function newestOf(path) {
  const own = statSync(path)
  if (!own.isDirectory()) return own.mtimeMs
  const parts = readdirSync(path).filter((name) => !name.endsWith('.test.ts'))
  return Math.max(own.mtimeMs, ...parts.map((name) => newestOf(join(path, name))))
}

/**
 * @param {string} made
 * @param {readonly string[]} sources files and folders of the project; tests do not count
 */
export function isUpToDate(made, sources) {
  return existsSync(made) && sources.every((path) => newestOf(join(root, path)) <= statSync(made).mtimeMs)
}

export function isBuilt() {
  return isUpToDate(stamp, SOURCES)
}

/** A source that was saved since the build began is newer than what was made. */
export function markBuilt(begun) {
  writeFileSync(stamp, '')
  utimesSync(stamp, begun, begun)
}
