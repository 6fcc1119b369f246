import { basename } from 'node:path'
import type { Program } from '../../src/program-beside.ts'

export { locationOfTsx } from '../../src/program-beside.ts'

/** What `programBeside` answers in the built package. Tests run with it while that is up to date (see `vitest.config.ts`). */
export function programBeside(_from: string, file: string): Program {
  return { entry: new URL(`../../dist/${basename(file)}.js`, import.meta.url), isSource: false }
}
