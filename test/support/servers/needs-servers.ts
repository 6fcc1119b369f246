import { readFile } from 'node:fs/promises'

/** Test files that may reach the servers by way of what they import. */
const FOLDERS = /[\\/]test[\\/](?:contract|fault)[\\/]/

/** Whether one of these test files asks for the servers of the run. */
export async function anyNeedsServers(paths: readonly string[]): Promise<boolean> {
  if (paths.some((path) => FOLDERS.test(path))) return true
  const sources = await Promise.all(paths.map((path) => readFile(path, 'utf8')))
  return sources.some((source) => source.includes("inject('servers')"))
}
