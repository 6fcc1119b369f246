// Makes dist/console from console/, and compresses it once for all.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { writeBundledPackages } from './bundled-packages.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const site = join(root, 'dist/console')

function compressAll(folder) {
  for (const name of readdirSync(folder)) {
    const content = readFileSync(join(folder, name))
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content, { params }))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }))
  }
}

export async function buildConsole() {
  // Loaded here: loading it takes longer than to see that there is nothing to do.
  const { build } = await import('vite')
  const { output } = await build({ configFile: join(root, 'console/vite.config.ts'), logLevel: 'warn' })
  compressAll(join(site, 'console'))
  // Not served: the console serves only its page and the files of the folder `console`.
  writeBundledPackages(output, site)
}
