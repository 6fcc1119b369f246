import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { errorCodeOf } from '../refusal/error-code.ts'

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
export async function nearestExisting(
  path: string,
): Promise<{ readonly path: string; readonly isFolder: boolean }> {
  try {
    return { path, isFolder: (await stat(path)).isDirectory() }
  } catch (error) {
    const isMissing = ['ENOENT', 'EACCES', 'ENOTDIR'].includes(String(errorCodeOf(error)))
    if (!isMissing || dirname(path) === path) throw error
    return nearestExisting(dirname(path))
  }
}
