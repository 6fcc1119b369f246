import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkSpool, checkWebhooks } from './backlog.ts'

const NOW = Date.parse('2026-03-01T10:00:00Z')
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'castellan-test-'))
})
afterEach(() => rm(folder, { recursive: true }))

const check = (differs: { enabled?: boolean; folder?: string } = {}) =>
  checkSpool({ enableddb: differs.enabled ?? true }, differs.folder ?? folder, () => NOW)

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

function checkWith({ failures, eventAgeMinutes }: { failures: number; eventAgeMinutes: number }) {
  const time = new Date(NOW - eventAgeMinutes * 60_000).toISOString()
  const event = { id: 6, kind: 'admin.granted', severity: 'critical', time, text: '', fields: {} }
  const events = { latestId: async () => 8, after: async () => [event] }
  const delivery = { lastEventId: 5, failures, retryAt: failures > 0 ? NOW : 0, skipped: 0 }
  return checkWebhooks(['siem'], { events, store: { find: async () => delivery } }, () => NOW)
}

test('a webhook that has failed for long is a warning with the command that prints the reason', async () => {
  expect(await checkWith({ failures: 7, eventAgeMinutes: 11 })).toEqual([
    {
      status: 'warning',
      found:
        'the webhook siem fails: 7 attempts, 3 events not delivered, the oldest from 2026-03-01T09:49:00.000Z',
      fix: expect.stringContaining('castellan events test siem'),
    },
  ])
})

test.each([
  ['a short failure', { failures: 3, eventAgeMinutes: 2 }],
  ['no failure', { failures: 0, eventAgeMinutes: 60 }],
])('%s is not reported', async (_, state) => {
  expect(await checkWith(state)).toMatchObject([{ status: 'ok' }])
})

test('without webhooks the check is skipped', async () => {
  const none = { latestId: async () => 0, after: async () => [], find: async () => undefined }
  expect(await checkWebhooks([], { events: none, store: none }, () => NOW)).toMatchObject([
    { status: 'skipped' },
  ])
})
