import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { copyWithout } from './support/compile-without-features.ts'
import { testsWithoutFeatures } from './support/core-tests.ts'
import { featuresWithThoseThatImportThem } from './support/features.ts'

const root = join(import.meta.dirname, '..')
/** They use settings of features. */
const WITH_SETTINGS_OF_FEATURES = /^src\/core\/(?:settings\/|.*\/named-(?:departments|roles)\.)/
const MAX_MINUTES = 12

test('the unit tests of platform and core pass without any feature', async () => {
  const folder = copyWithout(new Set(featuresWithThoseThatImportThem().keys()))
  const tests = testsWithoutFeatures().filter((path) => !WITH_SETTINGS_OF_FEATURES.test(path))
  expect(tests.length).toBeGreaterThan(120)
  for (const path of [...tests, 'test', 'docs', 'README.md']) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(root, path), join(folder, path), { recursive: true })
  }
  // Of the build, the recordings of captchas.
  symlinkSync(join(root, 'dist'), join(folder, 'dist'))
  writeFileSync(join(folder, 'vitest.config.ts'), 'export default { test: { testTimeout: 600_000 } }')
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const run = promisify(execFile)(process.execPath, [vitest, 'run', '--maxWorkers=2', ...tests], {
    cwd: folder,
    timeout: MAX_MINUTES * 60_000,
    env: { ...process.env, NO_COLOR: '1' },
    maxBuffer: 64 * 1024 * 1024,
  })
  const failed = await run.then(
    () => '',
    ({ stdout, stderr }) => `${stdout}${stderr}`,
  )
  expect(failed).toBe('')
})
