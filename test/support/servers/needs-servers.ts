import { readFile } from 'node:fs/promises'

/** Test folders whose files may use the servers through their imports. */
const FOLDERS = /[\\/]test[\\/](?:contract|fault|attack)[\\/]/

/** Returns whether one of these test files needs the servers. */
export async function anyNeedsServers(paths: readonly string[]): Promise<boolean> {
  if (paths.some((path) => FOLDERS.test(path))) return true
  const sources = await Promise.all(paths.map((path) => readFile(path, 'utf8')))
  return sources.some((source) => source.includes("inject('servers')"))
}
