import { createRequire } from 'node:module'
import { extname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** A file of this package that runs in a worker thread or a child process. */
export interface Program {
  readonly entry: URL
  /** Whether the file is TypeScript source, which Node 20 can run only with tsx. */
  readonly isSource: boolean
}

/**
 * Returns the program in the same folder as the calling file. The name has no extension: it is `.ts` or, when built, `.js`.
 *
 * @example
 * const program = siblingProgram(import.meta.url, './sqlite-checkpoint-worker')
 */
export function siblingProgram(from: string, file: string): Program {
  const extension = extname(fileURLToPath(from))
  return { entry: new URL(`${file}${extension}`, from), isSource: extension === '.ts' }
}

/** Returns the URL of a module of tsx, such as `tsx/esm/api`. */
export function tsxUrl(part: string): string {
  const found = createRequire(import.meta.url).resolve(part)
  return pathToFileURL(found.replace(/cjs$/, 'mjs')).href
}
