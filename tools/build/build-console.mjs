// Makes dist/console from console/, and compresses it once for all.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('../..', import.meta.url))
const site = join(root, 'dist/console')
/** For the software bill of materials. The console serves only its page and the files of the folder `console`. */
const BUNDLED_PACKAGES = 'bundled-packages.json'

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
  writeFileSync(join(site, BUNDLED_PACKAGES), `${JSON.stringify(packagesIn(output), undefined, 2)}\n`)
}

/** Returns the packages with code in these files, as `name@version`. */
function packagesIn(output) {
  const modules = output.flatMap(({ moduleIds = [] }) => moduleIds)
  const folders = modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? [])
  const packages = [...new Set(folders)].map((folder) =>
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
  )
  return [...new Set(packages.map(({ name, version }) => `${name}@${version}`))].sort()
}
