import { existsSync, type StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Finding, ok, problem, warning } from '../../../platform/cli/output/finding.ts'
import { nearestExisting, obstacleToWriting } from '../../../platform/runtime/write-access.ts'
import { counted } from '../../../platform/text/counted.ts'
import type { Places } from './files.ts'

const MEBIBYTE = 1024 * 1024
const MIN_FREE_BYTES = 100 * MEBIBYTE
const LOW_FREE_BYTES = 1024 * MEBIBYTE
const MIN_FREE_FILES = 1000

export type FreeSpace = Pick<StatsFs, 'bsize' | 'bavail' | 'files' | 'ffree'>

/** Checks the free space where the service writes. A full disk stops every login. */
export async function checkDisk(
  { dataDir, databaseFile = dataDir }: Pick<Places, 'dataDir' | 'databaseFile'>,
  readSpace: (path: string) => Promise<FreeSpace> = statfs,
): Promise<readonly Finding[]> {
  const check = async (content: string, path: string) =>
    freeSpaceFinding(`${content} (${path})`, await readSpace((await nearestExisting(path)).path))
  const findings = [await check('the data folder and the spool of the login log', dataDir)]
  const databaseFolder = dirname(databaseFile)
  if (databaseFile !== dataDir && databaseFolder !== dataDir) {
    findings.push(await check('the database', databaseFolder))
  }
  return findings
}

function freeSpaceFinding(place: string, { bsize, bavail, files, ffree }: FreeSpace): Finding {
  const bytes = bsize * bavail
  const found = `${sizeText(bytes)} free for ${place}`
  const fix = 'Free space on this file system, or enlarge it: without space, nobody can log in.'
  if (bytes < MIN_FREE_BYTES) return problem(found, fix)
  // The number of files is 0 where the file system has no fixed one.
  if (files > 0 && ffree < MIN_FREE_FILES)
    return problem(`${found}, but only ${counted(ffree, 'more file')} can be created`, fix)
  return bytes < LOW_FREE_BYTES ? warning(found, fix) : ok(found)
}

export function sizeText(bytes: number): string {
  if (bytes < MEBIBYTE) return `${Math.ceil(bytes / 1024)} KiB`
  const mebibytes = bytes / MEBIBYTE
  return mebibytes < 1024 ? `${Math.round(mebibytes)} MiB` : `${Math.round(mebibytes / 102.4) / 10} GiB`
}

export const WRITE_FIX =
  'Give it to the user of the service (chown), or set application.dataDir or database.url to another place. If the service runs as another user, run this command as that user.'

interface WriteSettings {
  readonly jwt: { readonly secret: string; readonly algorithm: string; readonly keys: string }
  readonly logger: { readonly enableddb: boolean }
}

/** Checks that this user can write what a start of the service writes, except for the database. Returns only problems. */
export async function checkWriteAccess(
  { jwt, logger }: WriteSettings,
  places: Places,
): Promise<readonly Finding[]> {
  const { dataDir, secretFile, keyFolder, spoolFolder } = places
  const createsSecret = jwt.secret === '' && !existsSync(secretFile)
  const createsKey = jwt.algorithm !== 'HS256' && jwt.keys === '' && !existsSync(keyFolder)
  const obstacles = new Map<string, string[]>()
  const check = async (content: string, path: string): Promise<void> => {
    const obstacle = await obstacleToWriting(path)
    if (obstacle !== undefined) obstacles.set(obstacle, [...(obstacles.get(obstacle) ?? []), content])
  }
  if (createsSecret) await check('the generated secret', dataDir)
  if (createsKey) await check('the generated key', keyFolder)
  if (logger.enableddb) await check('the spool of the login log', spoolFolder)
  return [...obstacles].map(([obstacle, contents]) =>
    problem(`the service cannot start: ${obstacle}, where it stores ${contents.join(' and ')}`, WRITE_FIX),
  )
}
