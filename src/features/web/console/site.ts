import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { acceptsEncoding } from '../../../platform/http/accepts-encoding.ts'
import { packageFile } from '../../../platform/runtime/package-files.ts'

/** The folder of the assets, also in their URLs. Their names contain a hash of their content. */
export const ASSETS = 'console'

/** Replaced in the built page by the nonce of the response. */
const NONCE_PLACEHOLDER = 'nonce-of-the-answer'

/** The built web console. */
export type Site = NonNullable<ReturnType<typeof openSite>>

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Ordered by size, smallest first. */
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const

/** Opens the built web console; returns undefined if it has not been built. */
export function openSite(folder = packageFile('dist/console')) {
  if (!existsSync(join(folder, 'index.html'))) return undefined
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const names = new Set(readdirSync(join(folder, ASSETS)))
  return {
    page: (nonce: string): string => page.replaceAll(NONCE_PLACEHOLDER, nonce),

    /** Finds only files that existed at the start. The name never reaches the file system. */
    asset(name: string) {
      const type = TYPES[extname(name)]
      if (type === undefined || !names.has(name)) return undefined
      return {
        type,
        /** Returns the smallest encoding that the client accepts. */
        async read(acceptEncoding: string | undefined) {
          const encoding = ENCODINGS.find(
            (one) => acceptsEncoding(acceptEncoding, one.name) && names.has(`${name}${one.ending}`),
          )
          const body = await readFile(join(folder, ASSETS, `${name}${encoding?.ending ?? ''}`))
          return { body, encoding: encoding?.name }
        },
      }
    },
  }
}
