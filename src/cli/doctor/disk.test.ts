import { expect, test } from 'vitest'
import { checkDisk, type FreeSpace } from './disk.ts'

const MEBIBYTE = 1024 * 1024
const PLACES = [{ content: 'the database', path: '/srv/data' }]

async function check(space: Partial<FreeSpace>) {
  const readSpace = async () => ({ bsize: MEBIBYTE, bavail: 5000, files: 0, ffree: 0, ...space })
  return checkDisk(PLACES, readSpace)
}

test('enough space, little space and no space', async () => {
  expect(await check({})).toEqual([{ status: 'ok', found: '4.9 GiB free for the database (/srv/data)' }])
  expect(await check({ bavail: 500 })).toMatchObject([{ status: 'warning' }])
  expect(await check({ bavail: 99 })).toMatchObject([{ status: 'problem' }])
})

test('a file system without free files is full, too', async () => {
  expect(await check({ files: 100_000, ffree: 999 })).toMatchObject([{ status: 'problem' }])
  expect(await check({ files: 100_000, ffree: 50_000 })).toMatchObject([{ status: 'ok' }])
})

test('a folder that does not exist yet is on the file system of its nearest parent', async () => {
  const asked: string[] = []
  await checkDisk(PLACES, async (path) => {
    asked.push(path)
    if (path !== '/') throw Object.assign(new Error('missing'), { code: 'ENOENT' })
    return { bsize: MEBIBYTE, bavail: 5000, files: 0, ffree: 0 }
  })
  expect(asked).toEqual(['/srv/data', '/srv', '/'])
})
