import { accessSync, constants, readdirSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'

/** Folders with servers that are often missing in PATH. */
const OFTEN_LEFT_OUT = ['/usr/local/sbin', '/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin']

/**
 * Searches these folders for a program, then PATH. A folder may contain a wildcard in one segment.
 *
 * @example
 * findProgram('postgres', ['/usr/lib/postgresql/*\/bin'])  // '/usr/lib/postgresql/17/bin/postgres'
 */
export function findProgram(name: string, folders: readonly string[] = []): string | undefined {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return [...folders.flatMap(unfold), ...path, ...OFTEN_LEFT_OUT]
    .map((folder) => join(folder, name))
    .find(isExecutable)
}

/** Returns the folders that match a wildcard, the newest version first. */
function unfold(folder: string): string[] {
  const [before = '', after] = folder.split('*')
  if (after === undefined) return [folder]
  const parent = dirname(`${before}x`)
  const start = before.endsWith('/') ? '' : basename(before)
  return namesIn(parent)
    .filter((name) => name.startsWith(start))
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    .map((name) => join(parent, `${name}${after}`))
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
