// Builds dist/ from src/ in an empty folder, so that no output of a removed source remains: declarations by the compiler,
// programs as a few bundled files (docs/decisions/0006-bundled-output.md). Builds the web console from console/.
// Output that is up to date is not built again, unless `--anew` is given.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildConsole } from './build-console.mjs'
import { programs, site } from './up-to-date.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Packages that are loaded at the start and consist of many files. All other packages are not bundled. */
const BUNDLED = new Set(['ajv', 'commander', 'fastify', 'jose', 'kysely', 'yaml'])

const how = { anew: process.argv.includes('--anew') }
await programs.bring(how, async () => {
  empty(join(root, 'dist'), ['console', '.site-built'])
  empty(join(root, 'dist/console'), ['site'])
  declare()
  await bundle()
})
await site.bring(how, buildConsole)

function declare() {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}

async function bundle() {
  // Loaded here: loading it takes longer than to see that there is nothing to do.
  const { rolldown } = await import('rolldown')
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const external = Object.keys(dependencies).filter((name) => !BUNDLED.has(name))
  const built = await rolldown({
    cwd: root,
    input: {
      index: 'src/index.ts',
      'cli/castellan': 'src/cli/castellan.ts',
    },
    platform: 'node',
    external: external.map((name) => new RegExp(`^${name}(/|$)`)),
  })
  await built.write({
    dir: 'dist',
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  })
  await built.close()
  chmodSync(join(root, 'dist/cli/castellan.js'), 0o755)
}

function empty(folder, except) {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    if (!except.includes(name)) rmSync(join(folder, name), { recursive: true, force: true })
  }
}
