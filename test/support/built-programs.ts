import { join } from 'node:path'
import type { Plugin } from 'vitest/config'
// @ts-expect-error: a plain script without types
import { isBuilt } from '../../scripts/up-to-date.mjs'

/**
 * Has the service's threads and its painting process started from `dist/` while that is up to date, as in the package: through
 * tsx, as from source, each takes half a second of a core to start, and nearly every test starts some.
 */
export function builtPrograms(): Plugin {
  const built: boolean = isBuilt()
  return {
    name: 'built-programs',
    enforce: 'pre',
    resolveId(source, importer) {
      const isAsked = built && source.endsWith('/program-beside.ts')
      return isAsked && !/(\.test|built-program)\.ts$/.test(importer ?? '')
        ? join(import.meta.dirname, 'built-program.ts')
        : undefined
    },
  }
}
