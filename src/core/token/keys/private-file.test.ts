import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keyFolderForTests } from '../../../../test/support/key-folder.ts'
import { addPrivateFile, createFolderWithFile } from './private-file.ts'

const folder = keyFolderForTests()

test('creates a file for its owner only, with its parent folders and no temporary files', async () => {
  const path = await addPrivateFile(folder.path('deep', 'down'), 'a.pem', 'text')
  expect(path).toBe(folder.path('deep', 'down', 'a.pem'))
  expect(readFileSync(path, 'utf8')).toBe('text')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(folder.path('deep')).mode & 0o777).toBe(0o700)
  expect(readdirSync(folder.path('deep', 'down'))).toEqual(['a.pem'])
})

test('an existing file is never replaced, and the message explains what to do', async () => {
  await addPrivateFile(folder.path(), 'a.pem', 'first')
  await expect(addPrivateFile(folder.path(), 'a.pem', 'second')).rejects.toThrow(
    /a\.pem already exists: choose another name/,
  )
  expect(readFileSync(folder.path('a.pem'), 'utf8')).toBe('first')
  expect(readdirSync(folder.path())).toEqual(['a.pem'])
})

test('many files can be created concurrently in a folder that does not exist yet', async () => {
  const names = Array.from({ length: 8 }, (_, number) => `${number}.pem`)
  await Promise.all(names.map((name) => addPrivateFile(folder.path('new', 'one'), name, name)))
  expect(readdirSync(folder.path('new', 'one')).sort()).toEqual(names)
})

test('the error of a file that blocks the folder is passed on', async () => {
  writeFileSync(join(folder.dataDir(), 'file'), '')
  const inFile = join(folder.dataDir(), 'file', 'keys')
  await expect(addPrivateFile(inFile, 'a.pem', 'text')).rejects.toThrow(/ENOTDIR: not a directory, mkdir/)
  await expect(createFolderWithFile(inFile, 'a.pem', 'text')).rejects.toThrow(/ENOTDIR/)
})

test('a folder with content stays unchanged, and no temporary folder is left', async () => {
  await createFolderWithFile(folder.path(), 'a.pem', 'first')
  await createFolderWithFile(folder.path(), 'b.pem', 'second')
  expect(readdirSync(folder.path())).toEqual(['a.pem'])
  expect(readdirSync(folder.dataDir())).toEqual(['keys'])
})
