import { join } from 'node:path'
import type { Plugin } from 'vitest/config'

/** Has modules of the service ask `built-program.ts` where their threads and processes are. */
export function builtPrograms(): Plugin {
  return {
    name: 'built-programs',
    enforce: 'pre',
    resolveId(source, importer = '') {
      const isAsked = source.endsWith('/program-file.ts') && !/(?:\.test|built-program)\.ts$/.test(importer)
      return isAsked ? join(import.meta.dirname, 'built-program.ts') : undefined
    },
  }
}
