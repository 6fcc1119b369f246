// Makes dist/console/site from console/, and compresses it once for all. Only where a source is newer than what was
// made of it: tests and starts build too, and need not wait for it.
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const site = join(root, 'dist/console/site')
const page = join(site, 'index.html')

/** Folders too: they are as new as the last file that was added to them or taken away. */
function newestOf(path) {
  const own = statSync(path)
  if (!own.isDirectory()) return own.mtimeMs
  return Math.max(own.mtimeMs, ...readdirSync(path).map((name) => newestOf(join(path, name))))
}

function isUpToDate() {
  if (!existsSync(page)) return false
  const sources = ['console', 'package-lock.json', 'scripts/build-console.mjs'].map((path) =>
    join(root, path),
  )
  return sources.every((path) => newestOf(path) <= statSync(page).mtimeMs)
}

function compressAll(folder) {
  for (const name of readdirSync(folder)) {
    const content = readFileSync(join(folder, name))
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content, { params }))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }))
  }
}

export async function buildConsole() {
  if (isUpToDate()) return
  const begun = new Date()
  // Loaded here: loading it takes longer than to see that there is nothing to do.
  const { build } = await import('vite')
  await build({ configFile: join(root, 'console/vite.config.ts'), logLevel: 'warn' })
  compressAll(join(site, 'console'))
  // A source that was saved meanwhile is newer than what was made.
  utimesSync(page, begun, begun)
}
