import { join } from 'node:path'
import type { Place } from './place.ts'
import { CPU_REPORTER, type Server, startServer } from './server.ts'

const PROGRAM = join(import.meta.dirname, '..', '..', '..', 'dist', 'service', 'cli', 'castellan.js')

/** Starts the built service on a prepared data folder. */
export function startCastellan(
  place: Pick<Place, 'folder' | 'flags'>,
  { flags = [], processes = 1 }: { flags?: readonly string[]; processes?: number } = {},
): Promise<Server> {
  const sets = [...place.flags, ...flags].flatMap((flag) => ['--set', flag])
  const args = [
    '--import',
    CPU_REPORTER,
    PROGRAM,
    'serve',
    '--json',
    '--processes',
    String(processes),
    ...sets,
  ]
  return startServer(args, place.folder)
}
