import { join } from 'node:path'
import type { Place } from './place.ts'
import { type Server, startServer, TELLING } from './server.ts'

const PROGRAM = join(import.meta.dirname, '..', '..', 'dist', 'cli', 'castellan.js')

/** The service as an operator starts it: the built package, on a prepared folder. */
export function startCastellan(
  place: Place,
  { flags = [], processes = 1 }: { flags?: readonly string[]; processes?: number } = {},
): Promise<Server> {
  const sets = [...place.flags, ...flags].flatMap((flag) => ['--set', flag])
  const args = ['--import', TELLING, PROGRAM, 'serve', '--json', '--processes', String(processes), ...sets]
  return startServer(args, place.folder)
}
