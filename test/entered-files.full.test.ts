import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const script = join('tools', 'test', 'entered-files.ts')

/** What docs/architecture.md says, and three more: what runs in the background differs. */
const MAX_FILES = { 'protected GET': 44, 'GET of the API': 65, login: 77 }

test('a reader of a request need not open more files than before', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', script], { cwd: root })
  for (const [name, max] of Object.entries(MAX_FILES)) {
    const count = Number(new RegExp(`^${name}: (\\d+) files$`, 'm').exec(stdout)?.[1])
    expect(count, name).toBeGreaterThan(20)
    expect(count, name).toBeLessThanOrEqual(max)
  }
})
