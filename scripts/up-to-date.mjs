// Whether something was made of the very sources that are there: tests and starts build too, and need not wait for it.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
/** What npm has installed, and the script that looks. */
const ALWAYS = ['package-lock.json', 'node_modules/.package-lock.json', 'scripts/up-to-date.mjs']

/** One line for each file; tests do not count. */
function linesOf(path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false })
  if (!found?.isDirectory()) return [`${path} ${found?.size} ${found?.mtimeMs}`]
  const names = readdirSync(join(root, path)).filter((name) => !name.endsWith('.test.ts'))
  return names.sort().flatMap((name) => linesOf(`${path}/${name}`))
}

/**
 * Something that is made of these files and folders of the project. What they were like is kept in the stamp, which is written
 * last of all: a build that was broken off leaves none.
 */
export function madeOf(stamp, sources) {
  const file = join(root, stamp)
  const state = () =>
    createHash('sha256')
      .update([...ALWAYS, ...sources].flatMap(linesOf).join('\n'))
      .digest('hex')
  const isUpToDate = () => existsSync(file) && readFileSync(file, 'utf8') === state()
  return {
    isUpToDate,

    /** Makes it anew where that is needed, or where it is asked for. */
    async bring({ anew = false }, make) {
      // Taken before: a source that is saved meanwhile is not what it was made of.
      const before = state()
      if (!anew && isUpToDate()) return
      rmSync(file, { force: true })
      await make()
      writeFileSync(file, before)
    },
  }
}

export const programs = madeOf('dist/.programs-built', [
  'src',
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'scripts/build.mjs',
])

export const site = madeOf('dist/.site-built', ['console', 'scripts/build-console.mjs'])
