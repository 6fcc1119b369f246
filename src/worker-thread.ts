import { Worker, type WorkerOptions } from 'node:worker_threads'
import { type Program, tsxUrl } from './program-file.ts'

const MEMORY_LIMITS = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 1 }

/**
 * Starts a worker thread without the flags of this process and without its environment, which may contain secrets.
 *
 * @example
 * const worker = startWorkerThread(siblingProgram(import.meta.url, './sqlite-checkpoint-worker'), { name: 'checkpoints' })
 */
export function startWorkerThread({ entry, isSource }: Program, options: WorkerOptions): Worker {
  const isolated: WorkerOptions = { ...options, resourceLimits: MEMORY_LIMITS, execArgv: [], env: {} }
  if (isSource) return new Worker(loadWithTsx(entry), { ...isolated, eval: true })
  return new Worker(entry, isolated)
}

function loadWithTsx(entry: URL): string {
  const [tsx, program] = [tsxUrl('tsx/esm/api'), entry.href].map((url) => JSON.stringify(url))
  return `import(${tsx}).then(({ register }) => { register(); return import(${program}) })`
}
