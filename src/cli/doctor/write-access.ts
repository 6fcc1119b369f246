import { constants, existsSync } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { errorCodeOf } from '../../foundation/refusal/error-code.ts'
import { spoolFolderOf } from '../../logs/login-log/spool-file.ts'
import type { Settings } from '../../settings/declarations/declarations.ts'
import type { Place } from './disk.ts'
import { type Finding, problem } from './finding.ts'

export const WRITE_FIX =
  'Give it to the user of the service (chown), or set application.dataDir or database.url to another place. If the service runs as another user, run this command as that user.'

export interface StartOptions {
  readonly settings: Pick<Settings, 'jwt' | 'logger'>
  readonly dataDir: string
  readonly secretFile: string
  readonly keyFolder: string
}

/** Returns what a start of the service writes, except for the database. */
export function writtenByStart({ settings, dataDir, secretFile, keyFolder }: StartOptions): Place[] {
  const { secret, algorithm, keys } = settings.jwt
  const createsSecret = secret === '' && !existsSync(secretFile)
  const createsKey = algorithm !== 'HS256' && keys === '' && !existsSync(keyFolder)
  return [
    ...(createsSecret ? [{ content: 'the generated secret', path: dataDir }] : []),
    ...(createsKey ? [{ content: 'the generated key', path: keyFolder }] : []),
    ...(settings.logger.enableddb
      ? [{ content: 'the spool of the login log', path: spoolFolderOf(dataDir) }]
      : []),
  ]
}

/** Checks that this user can write where the service writes. Returns only problems. */
export async function checkWriteAccess(places: readonly Place[]): Promise<readonly Finding[]> {
  const contentsByObstacle = new Map<string, string[]>()
  for (const { content, path } of places) {
    const obstacle = await obstacleToWriting(path)
    if (obstacle !== undefined) {
      contentsByObstacle.set(obstacle, [...(contentsByObstacle.get(obstacle) ?? []), content])
    }
  }
  return [...contentsByObstacle].map(([obstacle, contents]) =>
    problem(`the service cannot start: ${obstacle}, where it stores ${contents.join(' and ')}`, WRITE_FIX),
  )
}

/** Returns why this user cannot write a file or into a folder, or create it. Creates nothing. */
export async function obstacleToWriting(path: string): Promise<string | undefined> {
  const target = resolve(path)
  const nearest = await nearestExisting(target)
  if (nearest.isFolder) return obstacleAt(nearest.path, constants.W_OK | constants.X_OK)
  if (nearest.path !== target) return `${nearest.path} is not a folder`
  // SQLite creates files beside that of the database.
  return (await obstacleAt(target, constants.W_OK)) ?? obstacleToWriting(dirname(target))
}

async function obstacleAt(path: string, mode: number): Promise<string | undefined> {
  try {
    await access(path, mode)
    return undefined
  } catch (error) {
    const code = errorCodeOf(error)
    if (code === 'EROFS') return `${path} is on a read-only file system`
    if (code === 'EACCES' || code === 'EPERM') return `this user cannot write to ${path}`
    throw error
  }
}

/** Returns the path, or the nearest folder above it that this user can see. */
async function nearestExisting(path: string): Promise<{ readonly path: string; readonly isFolder: boolean }> {
  try {
    return { path, isFolder: (await stat(path)).isDirectory() }
  } catch (error) {
    const isMissing = ['ENOENT', 'EACCES', 'ENOTDIR'].includes(String(errorCodeOf(error)))
    if (!isMissing || dirname(path) === path) throw error
    return nearestExisting(dirname(path))
  }
}
