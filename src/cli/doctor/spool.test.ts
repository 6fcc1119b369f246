import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkSpool } from './spool.ts'

const NOW = Date.parse('2026-03-01T10:00:00Z')
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'castellan-test-'))
})
afterEach(() => rm(folder, { recursive: true }))

const check = (differs: { enabled?: boolean; folder?: string } = {}) =>
  checkSpool({ enabled: true, folder, now: () => NOW, ...differs })

async function addFile(name: string, secondsAgo: number, content = '{}\n'): Promise<void> {
  const path = join(folder, name)
  await writeFile(path, content)
  await utimes(path, NOW / 1000 - secondsAgo, NOW / 1000 - secondsAgo)
}

test('an empty, a missing and a disabled spool', async () => {
  await addFile('7-1-aa-00000001.ndjson', 900, '')
  expect(await check()).toMatchObject([{ status: 'ok' }])
  expect(await check({ folder: join(folder, 'missing') })).toMatchObject([{ status: 'ok' }])
  expect(await check({ enabled: false })).toMatchObject([{ status: 'skipped' }])
})

test('entries that were just written are fine; older ones wait for something', async () => {
  await addFile('7-1-aa-00000002.ndjson', 2)
  expect(await check()).toMatchObject([{ status: 'ok' }])
  await addFile('7-1-aa-00000001.ndjson', 900)
  await mkdir(join(folder, 'other'))
  expect(await check()).toMatchObject([
    { status: 'warning', found: expect.stringContaining('wait for 900 s') },
  ])
})

test('rejected entries are a warning of their own', async () => {
  await addFile('rejected.ndjson', 0)
  expect(await check()).toMatchObject([{ status: 'ok' }, { status: 'warning' }])
})
