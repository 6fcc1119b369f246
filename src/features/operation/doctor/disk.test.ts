import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkDisk, type FreeSpace } from './disk.ts'

const MEBIBYTE = 1024 * 1024
const dataDir = tmpdir()

async function check(space: Partial<FreeSpace>) {
  const readSpace = async () => ({ bsize: MEBIBYTE, bavail: 5000, files: 0, ffree: 0, ...space })
  return checkDisk({ dataDir, databaseFile: undefined }, readSpace)
}

test('enough space, little space and no space', async () => {
  expect(await check({})).toEqual([
    { status: 'ok', found: `4.9 GiB free for the data folder and the spool of the login log (${dataDir})` },
  ])
  expect(await check({ bavail: 500 })).toMatchObject([{ status: 'warning' }])
  expect(await check({ bavail: 99 })).toMatchObject([{ status: 'problem' }])
})

test('a file system without free files is full, too', async () => {
  expect(await check({ files: 100_000, ffree: 999 })).toMatchObject([{ status: 'problem' }])
  expect(await check({ files: 100_000, ffree: 50_000 })).toMatchObject([{ status: 'ok' }])
})

test('a folder that does not exist yet is on the file system of its nearest parent', async () => {
  const asked: string[] = []
  const readSpace = async (path: string) => {
    asked.push(path)
    return { bsize: MEBIBYTE, bavail: 5000, files: 0, ffree: 0 }
  }
  await checkDisk({ dataDir: join(dataDir, 'missing', 'data'), databaseFile: undefined }, readSpace)
  expect(asked).toEqual([dataDir])
})

test('the folder of a database elsewhere is checked, too', async () => {
  const findings = await checkDisk({ dataDir, databaseFile: '/castellan.db' })
  expect(findings.map(({ found }) => found)).toEqual([
    expect.stringContaining(`(${dataDir})`),
    expect.stringContaining('the database (/)'),
  ])
  expect(await checkDisk({ dataDir, databaseFile: join(dataDir, 'castellan.db') })).toHaveLength(1)
})
