import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { putKeyFile } from './key-files.ts'

/** Creates a data folder for each test of a file, or one for all tests. The key folder does not exist in it yet. */
export function keyFolderForTests(made: 'for each' | 'once' = 'for each') {
  const [before, after] = made === 'once' ? [beforeAll, afterAll] : [beforeEach, afterEach]
  let dataDir = ''
  before(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'castellan-keys-'))
  })
  after(() => rmSync(dataDir, { recursive: true, force: true }))
  const path = (...names: string[]): string => join(dataDir, 'keys', ...names)
  return {
    dataDir: () => dataDir,
    path,
    put: (name: string, text: string, mode?: number) => putKeyFile(path(), name, text, mode),
  }
}
