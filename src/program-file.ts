import { createRequire } from 'node:module'
import { extname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** A program of ours that runs as a thread or a process of its own. */
export interface Program {
  readonly entry: URL
  /** In a run from source the entry is TypeScript, which Node 20 reads through tsx alone. */
  readonly isSource: boolean
}

/**
 * The program beside the file that asks for it, named without its ending: JavaScript once it is built.
 *
 * @example
 * const program = siblingProgram(import.meta.url, './sqlite-checkpoint-worker')
 */
export function siblingProgram(from: string, file: string): Program {
  const extension = extname(fileURLToPath(from))
  return { entry: new URL(`${file}${extension}`, from), isSource: extension === '.ts' }
}

/** Where this part of tsx is, such as `tsx/esm/api`. */
export function tsxUrl(part: string): string {
  const found = createRequire(import.meta.url).resolve(part)
  return pathToFileURL(found.replace(/cjs$/, 'mjs')).href
}
