import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Place } from './place.ts'
import { CPU_REPORTER, type Server, startServer } from './server.ts'

const PROGRAM = join(import.meta.dirname, '..', '..', '..', 'dist', 'service', 'cli', 'castellan.js')

/** Creates an empty settings file: all settings are flags. */
function settingsFileIn(folder: string): string {
  const file = join(folder, 'settings.yml')
  writeFileSync(file, '{}\n')
  return file
}

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
    // The settings of the machine, such as those in /etc/castellan, must not change what is measured.
    '--config',
    settingsFileIn(place.folder),
    '--processes',
    String(processes),
    ...sets,
  ]
  return startServer(args, place.folder)
}
