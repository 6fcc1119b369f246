import { afterEach, expect, test, vi } from 'vitest'
import { findOrInstall } from './find-or-install.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

test('tests with a missing program are skipped, unless TEST_SERVERS=required', async () => {
  vi.stubEnv('TEST_SERVERS', '')
  expect(await findOrInstall('castellan-missing-program', 'missing', false)).toBeUndefined()
  vi.stubEnv('TEST_SERVERS', 'required')
  await expect(findOrInstall('castellan-missing-program', 'missing', false)).rejects.toThrow(
    'castellan-missing-program is missing',
  )
})
