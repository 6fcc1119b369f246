import { createRequire } from 'node:module'
import { extname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** Each does one small thing. */
const LITTLE_MEMORY = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 1 }

/**
 * Starts a thread with a file beside the one that asks for it, named without its ending. Nothing that this process was started
 * with is meant for the thread: not its flags, not the secrets of its environment.
 *
 * @example
 * const worker = startThread(import.meta.url, './hash-worker', { name: 'password-hash' })
 */
export function startThread(from: string, file: string, options: WorkerOptions): Worker {
  const extension = extname(fileURLToPath(from))
  const entry = new URL(`${file}${extension}`, from)
  const closed: WorkerOptions = { ...options, resourceLimits: LITTLE_MEMORY, execArgv: [], env: {} }
  // Built, the entry is JavaScript. In a run from source it is TypeScript, which Node 20 reads through tsx alone.
  if (extension === '.ts') return new Worker(throughTsx(entry), { ...closed, eval: true })
  return new Worker(entry, closed)
}

function throughTsx(entry: URL): string {
  const found = createRequire(import.meta.url)
    .resolve('tsx/esm/api')
    .replace(/cjs$/, 'mjs')
  const [tsx, program] = [pathToFileURL(found), entry].map(({ href }) => JSON.stringify(href))
  return `import(${tsx}).then(({ register }) => { register(); return import(${program}) })`
}
