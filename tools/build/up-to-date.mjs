// Finds out whether the output was built from the current sources, so that tests and starts do not build it again.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** The installed packages and this script. */
const ALWAYS = ['package-lock.json', 'node_modules/.package-lock.json', 'tools/build/up-to-date.mjs']

/** Returns one line per file. Tests are ignored. */
function linesOf(path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false })
  if (!found?.isDirectory()) return [`${path} ${found?.size} ${found?.mtimeMs}`]
  const names = readdirSync(join(root, path)).filter((name) => !name.endsWith('.test.ts'))
  return names.sort().flatMap((name) => linesOf(`${path}/${name}`))
}

/**
 * Describes an output that is built from these files and folders of the project. The stamp file stores their state. It is written
 * last, so that an aborted build leaves none.
 */
export function builtFrom(stamp, sources) {
  const file = join(root, stamp)
  const state = () =>
    createHash('sha256')
      .update([...ALWAYS, ...sources].flatMap(linesOf).join('\n'))
      .digest('hex')
  const isUpToDate = () => existsSync(file) && readFileSync(file, 'utf8') === state()
  return {
    isUpToDate,

    /** Builds it if a source has changed, or if `force` is true. */
    async buildIfNeeded({ force = false }, build) {
      // Read before the build: a source that is saved during the build is not part of the output.
      const before = state()
      if (!force && isUpToDate()) return
      rmSync(file, { force: true })
      await build()
      writeFileSync(file, before)
    },
  }
}

export const programs = builtFrom('dist/.programs-built', [
  'src',
  'packages/client/src',
  'packages/client/tsconfig.json',
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'tools/build/build.mjs',
  'tools/build/build-client.mjs',
  'tools/build/bundled-packages.mjs',
  'tools/build/compile-types.mjs',
])

export const site = builtFrom('dist/.site-built', [
  'console',
  'packages/client/src',
  'tools/build/build-console.mjs',
  'tools/build/bundled-packages.mjs',
])
