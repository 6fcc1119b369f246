import { basename } from 'node:path'
// @ts-expect-error: a plain script without types
import { programs } from '../../scripts/up-to-date.mjs'
import { type Program, siblingProgram as programFromSource } from '../../src/program-file.ts'

export { tsxUrl } from '../../src/program-file.ts'

const isBuilt: boolean = programs.isUpToDate()

/**
 * While the built package is up to date, the programs are those in `dist/`: through tsx, as from source, each takes half a
 * second of a core to start, and nearly every test starts some.
 */
export function siblingProgram(from: string, file: string): Program {
  if (!isBuilt) return programFromSource(from, file)
  return { entry: new URL(`../../dist/${basename(file)}.js`, import.meta.url), isSource: false }
}
