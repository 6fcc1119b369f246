import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')
const GENERATOR = 'tools/openapi/generate-types.mjs'

interface ClientTypesOptions {
  /** The OpenAPI document. */
  readonly document: string
  /** The types as they are now. */
  readonly current: string | undefined
}

/**
 * Returns whether the types belong to the document, without the generator: its packages are only installed to write them. The
 * first lines contain a hash, which also covers the types, so that an edited file is found.
 */
export function areClientTypesUpToDate({ document, current = '' }: ClientTypesOptions): boolean {
  const [, , ...lines] = current.split('\n')
  return current === withHash(document, lines.join('\n'))
}

/** Returns the types of the client, generated from the OpenAPI document. */
export function generateClientTypes(document: string): string {
  execFileSync(process.execPath, [join(root, 'tools/install-packages.mjs'), 'openapi'], { stdio: 'inherit' })
  const types = execFileSync(process.execPath, [join(root, GENERATOR)], { input: document, encoding: 'utf8' })
  return withHash(document, types)
}

function withHash(document: string, types: string): string {
  const generator = readFileSync(join(root, GENERATOR), 'utf8')
  const hash = createHash('sha256')
    .update(JSON.stringify([document, generator, types]))
    .digest('hex')
  return `// Generated from docs/reference/openapi.json by npm run docs. Do not edit.\n// ${hash}\n${types}`
}
