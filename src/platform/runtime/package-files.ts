import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder of this package: the nearest one above with a package.json, whether this runs from src/ or from dist/. */
const packageFolder = folderAbove(import.meta.dirname)

/**
 * Returns the path of a file of this package.
 *
 * @example
 * packageFile('dist/console')
 */
export function packageFile(path: string): string {
  return join(packageFolder, path)
}

/** Returns the version of this package. */
export function readVersion(): string {
  return JSON.parse(readFileSync(packageFile('package.json'), 'utf8')).version
}

function folderAbove(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder)
    throw new Error(
      'the files of castellan are missing: install the package, and do not bundle it with an app',
    )
  return folderAbove(parent)
}
