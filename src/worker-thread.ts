import { Worker, type WorkerOptions } from 'node:worker_threads'
import { type Program, tsxUrl } from './program-file.ts'

/** Each does one small thing. */
const LITTLE_MEMORY = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 1 }

/**
 * Starts a program as a thread. Nothing that this process was started with is meant for the thread: not its flags, not the
 * secrets of its environment.
 *
 * @example
 * const worker = startWorkerThread(siblingProgram(import.meta.url, './sqlite-checkpoint-worker'), { name: 'checkpoints' })
 */
export function startWorkerThread({ entry, isSource }: Program, options: WorkerOptions): Worker {
  const closed: WorkerOptions = { ...options, resourceLimits: LITTLE_MEMORY, execArgv: [], env: {} }
  if (isSource) return new Worker(throughTsx(entry), { ...closed, eval: true })
  return new Worker(entry, closed)
}

function throughTsx(entry: URL): string {
  const [tsx, program] = [tsxUrl('tsx/esm/api'), entry.href].map((url) => JSON.stringify(url))
  return `import(${tsx}).then(({ register }) => { register(); return import(${program}) })`
}
