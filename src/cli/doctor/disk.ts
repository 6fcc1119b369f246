import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCodeOf } from '../../foundation/refusal/error-code.ts'
import { counted } from '../../foundation/text/counted.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const MEBIBYTE = 1024 * 1024
const MIN_FREE_BYTES = 100 * MEBIBYTE
const LOW_FREE_BYTES = 1024 * MEBIBYTE
const MIN_FREE_FILES = 1000

/** The free space of a file system, as `fs.statfs` returns it. */
export interface FreeSpace {
  readonly bsize: number
  readonly bavail: number
  /** 0 where the file system has no fixed number of files. */
  readonly files: number
  readonly ffree: number
}

export interface Place {
  /** What is stored there. */
  readonly content: string
  readonly path: string
}

/** Checks the free space where the service writes. A full disk stops every login. */
export async function checkDisk(
  places: readonly Place[],
  readSpace: (path: string) => Promise<FreeSpace> = statfs,
): Promise<readonly Finding[]> {
  return Promise.all(places.map(async (place) => judge(place, await spaceAt(place.path, readSpace))))
}

/** Returns the free space for a path, or for its nearest folder that exists. */
async function spaceAt(path: string, readSpace: (path: string) => Promise<FreeSpace>): Promise<FreeSpace> {
  try {
    return await readSpace(path)
  } catch (error) {
    if (errorCodeOf(error) !== 'ENOENT' || dirname(path) === path) throw error
    return spaceAt(dirname(path), readSpace)
  }
}

function judge({ content, path }: Place, { bsize, bavail, files, ffree }: FreeSpace): Finding {
  const bytes = bsize * bavail
  const found = `${sizeText(bytes)} free for ${content} (${path})`
  const fix = 'Free space on this file system, or enlarge it: without space, nobody can log in.'
  if (bytes < MIN_FREE_BYTES) return problem(found, fix)
  if (files > 0 && ffree < MIN_FREE_FILES)
    return problem(`${found}, but only ${counted(ffree, 'more file')} can be created`, fix)
  return bytes < LOW_FREE_BYTES ? warning(found, fix) : ok(found)
}

export function sizeText(bytes: number): string {
  if (bytes < MEBIBYTE) return `${Math.ceil(bytes / 1024)} KiB`
  const mebibytes = bytes / MEBIBYTE
  return mebibytes < 1024 ? `${Math.round(mebibytes)} MiB` : `${Math.round(mebibytes / 102.4) / 10} GiB`
}
