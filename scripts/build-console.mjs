// Makes dist/console/site from console/, and compresses it once for all. Only where a source is newer than what was
// made of it.
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { isUpToDate } from './up-to-date.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const site = join(root, 'dist/console/site')
const page = join(site, 'index.html')

const SOURCES = ['console', 'package-lock.json', 'scripts/build-console.mjs']

function compressAll(folder) {
  for (const name of readdirSync(folder)) {
    const content = readFileSync(join(folder, name))
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content, { params }))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }))
  }
}

export async function buildConsole() {
  if (isUpToDate(page, SOURCES)) return
  const begun = new Date()
  // Loaded here: loading it takes longer than to see that there is nothing to do.
  const { build } = await import('vite')
  await build({ configFile: join(root, 'console/vite.config.ts'), logLevel: 'warn' })
  compressAll(join(site, 'console'))
  // A source that was saved meanwhile is newer than what was made.
  utimesSync(page, begun, begun)
}
