import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readSqliteHeader } from '../../database/sqlite/sqlite-header.ts'

/** The name of a backup with the time at which it was made: `castellan-20260131T041500Z.db`. */
const NAME = /^castellan-\d{8}T\d{6}Z\.db$/

/** Returns the name of a backup that is made now. */
export function backupName(now: Date): string {
  return `castellan-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.db`
}

/**
 * Deletes the oldest backups of a folder, so that `keep` backups remain, including the new one. Returns the paths of the deleted
 * files. Only files with the name and the content of a backup are deleted.
 */
export async function deleteOlderBackups(folder: string, newName: string, keep: number): Promise<string[]> {
  const others = (await readdir(folder)).filter((name) => NAME.test(name) && name !== newName)
  const backups: string[] = []
  for (const name of others.sort().reverse()) {
    const path = join(folder, name)
    if (await isDatabase(path)) backups.push(path)
  }
  const older = backups.slice(keep - 1)
  for (const path of older) await rm(path)
  return older
}

async function isDatabase(path: string): Promise<boolean> {
  return (await lstat(path)).isFile() && readSqliteHeader(path) !== undefined
}
