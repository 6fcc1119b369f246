import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { packageFile } from './package-files.ts'

test('the files of the package are found by its package.json', () => {
  expect(packageFile('src/platform/runtime/package-files.test.ts')).toBe(import.meta.filename)
})

test('a copy outside of the package says so', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'castellan-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const copy = join(folder, 'package-files.ts')
  await copyFile(join(import.meta.dirname, 'package-files.ts'), copy)
  await expect(import(copy)).rejects.toThrow('do not bundle it with an app')
})
