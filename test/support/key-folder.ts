import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { putKeyFile } from './key-files.ts'

/** A data folder for every test of a file. The folder of the keys is not in it yet. */
export function keyFolderForTests() {
  let dataDir = ''
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'castellan-keys-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))
  const path = (...names: string[]): string => join(dataDir, 'keys', ...names)
  return {
    dataDir: () => dataDir,
    path,
    put: (name: string, text: string, mode?: number) => putKeyFile(path(), name, text, mode),
  }
}
