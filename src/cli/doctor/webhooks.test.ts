import { expect, test } from 'vitest'
import { checkWebhooks } from './webhooks.ts'

const NOW = Date.parse('2030-01-01T12:00:00Z')

function checkWith({ failures, eventAgeMinutes }: { failures: number; eventAgeMinutes: number }) {
  const time = new Date(NOW - eventAgeMinutes * 60_000).toISOString()
  const event = { id: 6, kind: 'admin.granted', severity: 'critical', time, text: '', fields: {} }
  return checkWebhooks({
    names: ['siem'],
    events: { latestId: async () => 8, after: async () => [event] },
    store: { find: async () => ({ lastEventId: 5, failures, retryAt: failures > 0 ? NOW : 0, skipped: 0 }) },
    now: () => NOW,
  })
}

test('a webhook that has failed for long is a warning with the command that prints the reason', async () => {
  expect(await checkWith({ failures: 7, eventAgeMinutes: 11 })).toEqual([
    {
      status: 'warning',
      found:
        'the webhook siem fails: 7 attempts, 3 events not delivered, the oldest from 2030-01-01T11:49:00.000Z',
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
  expect(await checkWebhooks({ names: [], events: none, store: none, now: () => NOW })).toMatchObject([
    { status: 'skipped' },
  ])
})
