// Builds packages/client/: one module, which browsers load without a build step, and its types.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileTypes } from './compile-types.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Writes the client into this folder of the project. */
export async function buildClient(folder) {
  rmSync(join(root, folder), { recursive: true, force: true })
  compileTypes('packages/client', '--outDir', folder)
  // Loaded here: loading it takes longer than to see that there is nothing to do.
  const { build } = await import('vite')
  await build({
    configFile: false,
    root: join(root, 'packages/client'),
    logLevel: 'warn',
    build: {
      lib: { entry: 'src/index.ts', formats: ['es'], fileName: 'index' },
      outDir: join(root, folder),
      minify: false,
      emptyOutDir: false,
    },
  })
}
