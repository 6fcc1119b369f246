// Builds dist/ from src/, packages/client/ and console/. Output that is up to date is not built again, unless `--force` is given.
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildClient } from './build-client.mjs'
import { buildConsole } from './build-console.mjs'
import { writeBundledPackages } from './bundled-packages.mjs'
import { compileTypes } from './compile-types.mjs'
import { programs, site } from './up-to-date.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const options = { force: process.argv.includes('--force') }
/** What users import and run; the tests run commands by `service/cli/run-program`. */
const ENTRY_POINTS = [
  'index',
  'adapters/express',
  'adapters/hono',
  'adapters/node',
  'service/cli/castellan',
  'service/cli/run-program',
]

/** Packages that every start loads. The others stay outside: they are loaded only if needed, or are not JavaScript alone. */
const BUNDLED_PACKAGES = ['bowser', 'commander', 'kysely', 'lru-cache', 'yaml']

await programs.buildIfNeeded(options, async () => {
  announce('the service')
  // Emptied first, so that no output of a removed source remains.
  empty(join(root, 'dist'), ['console', '.site-built'])
  compileTypes('tsconfig.build.json')
  await buildClient('dist/client')
  await bundle()
  chmodSync(join(root, 'dist/service/cli/castellan.js'), 0o755)
  copyCaptchaVoices()
  copySwaggerUi()
})
await site.buildIfNeeded(options, async () => {
  announce('the web console (only after a change; the first time takes up to half a minute)')
  await buildConsole()
})

/**
 * Puts our modules and some packages into a few files, because loading hundreds takes most of the time of a start.
 * See docs/decisions/0053-bundled-modules.md.
 */
async function bundle() {
  // Loaded here: loading it takes longer than to see that there is nothing to do.
  const { build } = await import('vite')
  const { output } = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    ssr: { external: true, noExternal: BUNDLED_PACKAGES },
    build: {
      ssr: true,
      target: 'node20',
      minify: false,
      emptyOutDir: false,
      rolldownOptions: {
        input: Object.fromEntries(ENTRY_POINTS.map((name) => [name, join(root, `src/${name}.ts`)])),
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  })
  writeBundledPackages(output, join(root, 'dist'))
}

function copyCaptchaVoices() {
  const name = 'core/login/captcha/captcha-voices.bin'
  mkdirSync(join(root, 'dist/core/login/captcha'), { recursive: true })
  copyFileSync(join(root, 'src', name), join(root, 'dist', name))
}

/** The files of the API reference page, with their licence. */
function copySwaggerUi() {
  const folder = join(root, 'dist/swagger-ui')
  mkdirSync(folder, { recursive: true })
  for (const name of [
    'swagger-ui-bundle.js',
    'swagger-ui-bundle.js.LICENSE.txt',
    'swagger-ui.css',
    'LICENSE',
    'NOTICE',
  ]) {
    copyFileSync(join(root, 'node_modules/swagger-ui-dist', name), join(folder, name))
  }
}

/** Writes to standard error: standard output belongs to the command that needs the build. */
function announce(part) {
  console.error(`Building ${part} …`)
}

function empty(folder, except) {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    if (!except.includes(name)) rmSync(join(folder, name), { recursive: true, force: true })
  }
}
